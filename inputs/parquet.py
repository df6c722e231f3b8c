"""Parquet and Arrow files, as the hub and `datasets` store them: labels are names, not numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import LARGEST_FILE
from kasauti.inputs.formats import check_value, parse_json
from kasauti.inputs.rows import files_read

MAGIC, ARROW_MAGIC = b"PAR1", b"ARROW1"
# Compressed columns can grow to a multiple of their file.
LARGEST_CONTENT = 4 * LARGEST_FILE
REMEDY = "Download it again."


def columnar_rows(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The rows of a Parquet or Arrow file, numbered; a class label is given by its name."""
    with files_read() as files:
        content = files[path]
    table = _table(path, content)
    names = _label_names(path, table.schema.metadata)
    try:
        rows = table.to_pylist()
    except (ValueError, OverflowError) as error:  # text that is not UTF-8, dates out of range
        raise _broken(path, error) from None
    for number, row in enumerate(rows, start=1):
        check_value(f"{path}, row {number}", row)
        yield number, {name: _name_labels(value, names.get(name)) for name, value in row.items()}


def _table(path: Path, content: bytes) -> Any:
    is_arrow = path.suffix.lower() == ".arrow"
    kind = "an Arrow" if is_arrow else "a Parquet"
    try:
        import pyarrow
    except ImportError:
        raise KasautiError(
            f"{path} is {kind} file, which needs pyarrow. Run: pip install 'kasauti[parquet]'"
        ) from None
    if not is_arrow and not (content.startswith(MAGIC) and content.endswith(MAGIC)):
        raise KasautiError(f"{path} is not a Parquet file. {REMEDY}")
    try:
        table = _arrow(path, content) if is_arrow else _parquet(path, content)
        table.validate(full=True)
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as error:
        if isinstance(error, KasautiError):
            raise
        raise _broken(path, error) from None
    return table


def _parquet(path: Path, content: bytes) -> Any:
    import pyarrow
    from pyarrow import parquet

    file = parquet.ParquetFile(pyarrow.BufferReader(content))
    groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
    if sum(max(group.total_byte_size, 0) for group in groups) > LARGEST_CONTENT:
        raise _too_large(path)
    return file.read(use_threads=False)


def _arrow(path: Path, content: bytes) -> Any:
    """Read a stream, as `save_to_disk` writes it, or a file of Arrow's own format."""
    import pyarrow
    from pyarrow import ipc

    reader = pyarrow.BufferReader(content)
    is_file = content.startswith(ARROW_MAGIC)
    opened = ipc.open_file(reader) if is_file else ipc.open_stream(reader)
    batches = map(opened.get_batch, range(opened.num_record_batches)) if is_file else opened
    kept, size = [], 0
    for batch in batches:
        size += batch.nbytes
        if size > LARGEST_CONTENT:
            raise _too_large(path)
        kept.append(batch)
    return pyarrow.Table.from_batches(kept, schema=opened.schema)


def _too_large(path: Path) -> KasautiError:
    return KasautiError(
        f"{path} would unpack to more than {LARGEST_CONTENT // 2**20} MiB. Split it."
    )


def _broken(path: Path, error: Exception) -> KasautiError:
    said = str(error).strip().splitlines() or [type(error).__name__]
    kind = path.suffix.lower().removeprefix(".").capitalize()
    return KasautiError(f"{path} cannot be read as {kind} ({said[0]}). {REMEDY}")


def _label_names(path: Path, metadata: Mapping[bytes, bytes] | None) -> dict[str, list[str]]:
    """The names of the labels of each column, which the hub's `datasets` writes into the file."""
    try:
        described: Any = parse_json(path, (metadata or {})[b"huggingface"].decode("utf-8"))
        features = described["info"]["features"]
        found = {column: _names_in(feature) for column, feature in features.items()}
    except (KeyError, TypeError, AttributeError, UnicodeDecodeError, KasautiError):
        return {}
    return {column: names for column, names in found.items() if names}


def _names_in(feature: object) -> list[str]:
    """The names in the description of a class label, or of a list of them."""
    if not isinstance(feature, dict):
        return []
    inner = feature.get("feature")
    names = inner.get("names") if isinstance(inner, dict) else feature.get("names")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return []
    return names


def _name_labels(value: object, names: list[str] | None) -> object:
    if names is None:
        return value
    if isinstance(value, list):
        return [_name_labels(each, names) for each in value]
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(names):
        return names[value]
    return value
