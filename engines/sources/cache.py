"""The user's cache folder, as the engines know it."""

from kasauti.records.user_cache import cache_folder

__all__ = ["cache_folder"]
