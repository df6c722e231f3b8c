"""The replies by which the answer readers were developed and are measured."""
