"""What a person sees: plugins that turn outcomes into JSON, CSV, HTML and a terminal table."""
