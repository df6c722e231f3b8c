"""Numbers that a record may hold: what is read from a file is held to these limits."""

from __future__ import annotations

import sys
from typing import Annotated

from msgspec import Meta

# NaN is neither.
Finite = Annotated[float, Meta(ge=-sys.float_info.max, le=sys.float_info.max)]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
