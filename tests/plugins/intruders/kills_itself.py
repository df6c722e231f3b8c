"""Kills its own process, without a chance to tidy up, after the third batch was stored."""

from __future__ import annotations

import os
import signal

from kasauti.engines.store.score_store import ScoreStore

_put = ScoreStore.put
_batches = 0


def _put_and_die(self, results, owner=None):
    global _batches
    _put(self, results, owner)
    _batches += 1
    if _batches == 3:
        os.kill(os.getpid(), signal.SIGKILL)


ScoreStore.put = _put_and_die  # type: ignore[method-assign]
