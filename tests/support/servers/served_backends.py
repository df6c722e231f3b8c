"""A tiny model and the backend that reaches it on a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import transformers as hf

from kasauti.engines.backends.choosing import open_backend
from kasauti.engines.backends.served.backend import ServedBackend
from kasauti.engines.backends.served.server import choose_models
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import Address, ModelRequest, ServerRequest
from kasauti.engines.store.score_store import ScoreStore
from tests.support.servers.served_model import NAME, ServedModel
from tests.support.tiny_models import save_tiny_model


def save_llama(folder: Path, *, seed: int = 0) -> Path:
    config = hf.LlamaConfig(
        vocab_size=400, hidden_size=32, intermediate_size=64, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=512,
        bos_token_id=0, eos_token_id=1, pad_token_id=2,
    )  # fmt: skip
    return save_tiny_model(folder, config, seed=seed)


def backend_for(
    served: ServedModel, store: ScoreStore, *, name: str = NAME, bos: str = "auto", **request: Any
) -> ServedBackend:
    address = Address.parse(served.url)
    given = {"tokenizer": str(served.folder), "seconds": 20.0, **request}
    server = ServerRequest(address=address, models=tuple(choose_models(address, [name])), **given)
    backend = open_backend(
        ModelRequest(
            source=ModelSource(name, "served"),
            load=LoadOptions(),
            store=store,
            bos=bos,
            server=server,
        )
    )
    assert isinstance(backend, ServedBackend)
    served.at_the_end.append(backend.release)
    return backend
