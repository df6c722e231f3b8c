// What the page does: the theme, and the section that is being read.

startTheme();
startWide();
markSection();
