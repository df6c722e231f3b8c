"""Quizzes: the shipped packs and their readers."""
