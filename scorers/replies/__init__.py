"""What a model's reply settles on: a letter, a number, a topic, names; read as a person would."""
