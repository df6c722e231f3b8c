"""Attacks: broken files, full disks, signals, races, hostile text. Nothing may be lost."""
