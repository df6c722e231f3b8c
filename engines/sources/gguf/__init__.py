"""GGUF files, checked and converted to safetensors."""
