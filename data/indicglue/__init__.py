"""IndicGLUE: the documented tasks, the readers of their files, and the shipped pack."""
