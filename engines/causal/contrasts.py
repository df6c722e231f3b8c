"""Two texts of a pair, scored only behind the point where they part.

Before it, every term is the same in both, so it cancels in the difference of their sums, and the
vocabulary head is needed only behind it. What is computed is the log-probability of the rest after
the tokens that both start with, under a key of its own: it is never taken for that of a whole text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kasauti.engines.causal.trie import shared_prefix
from kasauti.engines.passes.likelihood import prepare_measured, score_prepared
from kasauti.engines.passes.limits import require_positions, warn_of_long
from kasauti.engines.passes.text_model import Prepared
from kasauti.engines.protocol.backend import Advance, ContrastScore

if TYPE_CHECKING:
    from kasauti.engines.passes.text_model import TextModel
    from kasauti.engines.passes.tokens import Ids

TextPair = tuple[str, str]


def score_contrasts(
    model: TextModel, pairs: Sequence[TextPair], advance: Advance, *, by_token: bool
) -> list[ContrastScore]:
    """The scores of both texts of each pair; whole where the difference needs all of them.

    by_token: the sums will be divided by the number of tokens, so that nothing cancels where the
    two texts have different numbers of them.
    """
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    sequences, lengths = prepare_measured(model, texts)
    warn_of_long(model, require_positions(model, texts, lengths), longest=max(lengths, default=0))
    prepared = dict(zip(texts, sequences, strict=True))
    rests: list[Prepared] = []
    shares = []
    for good, bad in pairs:
        both = prepared[good], prepared[bad]
        share = shared_tokens(*both, by_token=by_token) if model.kind == "causal" else 0
        rests += [rest_of(each, share) for each in both]
        shares.append(share)
    scores = score_prepared(model, rests, advance)
    return [
        ContrastScore(
            scores[2 * index].logprob,
            scores[2 * index + 1].logprob,
            prepared[good].tokens,
            prepared[bad].tokens,
            share,
        )
        for index, ((good, bad), share) in enumerate(zip(pairs, shares, strict=True))
    ]


def shared_tokens(good: Prepared, bad: Prepared, *, by_token: bool) -> int:
    """Return the number of scored tokens to leave out at the start; each text keeps one."""
    if by_token and good.tokens != bad.tokens:
        return 0
    first: Ids = good.ids
    other: Ids = bad.ids
    return max(0, min(shared_prefix(first, other), len(first) - 1, len(other) - 1) - 1)


def rest_of(whole: Prepared, shared: int) -> Prepared:
    """The text without its first `shared` scored tokens, which it is scored after."""
    if not shared:
        return whole
    given = shared + 1
    content = np.concatenate([np.array([given], dtype=np.int32), whole.ids]).tobytes()
    return Prepared("rest", whole.ids, content, len(whole.ids) - given, given=given)
