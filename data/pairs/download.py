"""Published sets from the hub: downloaded once, checked by digest on each use, offline afterwards.

A set's folder in the user's cache has one folder per revision, with a manifest and the files:

    pairs/multiblimp/first_used          the revision that is used where none is asked for
    pairs/multiblimp/<revision>/manifest.json
    pairs/multiblimp/<revision>/files/hin/data.tsv

The manifest lists the set's files with the digests that the hub states.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from filelock import FileLock

from kasauti.data.pairs.formats.format import PublishedSet
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_file, read_bytes
from kasauti.inputs.hub import first_line
from kasauti.inputs.rows import json_content, read_text
from kasauti.inputs.user_cache import cache_folder

REVISION = re.compile("[0-9a-f]{40}")
SECONDS = 20.0  # to wait for the hub's answer
Choose = Callable[[list[str]], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of a set at one revision, with the digests that the hub states.

    A digest is the SHA-256 of a large file, and git's SHA-1 of the others.
    """

    repo: str
    revision: str
    files: Mapping[str, str]

    def allows(self, name: str, content: bytes) -> bool:
        """True if the content of a file has its digest."""
        digest = self.files[name]
        if len(digest) == 64:
            return hashlib.sha256(content).hexdigest() == digest
        return hashlib.sha1(b"blob %d\0%b" % (len(content), content)).hexdigest() == digest


@dataclass(frozen=True, slots=True)
class Downloaded:
    """The files of a set on this machine."""

    revision: str
    folder: Path
    listed: tuple[str, ...]
    paths: Mapping[str, Path]


def download(
    published: PublishedSet, choose: Choose, *, given: str, revision: str = ""
) -> Downloaded:
    """The chosen files of a set: from the cache, or else from the hub, one kept after the other.

    given: what the user wrote, for messages.
    """
    hub = _Hub(published, given)
    if not published.repo:
        raise KasautiError(f"--pairs={given}: {published.title} is not on the hub. {hub.by_hand()}")
    home = cache_folder() / "pairs" / published.name
    try:
        home.mkdir(parents=True, exist_ok=True)
        with FileLock(home / "lock"):
            return _download(hub, home, choose, revision)
    except OSError as error:
        raise KasautiError(
            f"{home} cannot be used ({error.strerror or error}). Set KASAUTI_CACHE to a folder of "
            "your own."
        ) from None


def _download(hub: _Hub, home: Path, choose: Choose, revision: str) -> Downloaded:
    first = home / "first_used"
    known = revision or (read_text(first).strip() if is_file(first) else "")
    if known and not REVISION.fullmatch(known):
        raise KasautiError(f"{first} is damaged. Delete it.")
    manifest = _read_manifest(hub.set, home / known / "manifest.json") if known else None
    if manifest is None:
        manifest = hub.manifest(known)
        known = manifest.revision
    folder = home / known / "files"
    paths = {name: folder / name for name in choose(list(manifest.files))}
    for name, path in paths.items():
        if not is_file(path):
            hub.fetch(manifest, name, folder)
        elif not manifest.allows(name, read_bytes(path)):
            raise KasautiError(
                f"{path} has changed since {hub.set.title} was downloaded: its digest is not the "
                "recorded one. Delete the file to download it again."
            )
        _write(home / known / "manifest.json", json.dumps(asdict(manifest), indent=1))
    if not revision:
        _write(first, known)
    return Downloaded(known, folder, tuple(manifest.files), paths)


class _Hub:
    """The hub, through its own client; HF_ENDPOINT names another than the public one."""

    def __init__(self, published: PublishedSet, given: str) -> None:
        self.set = published
        self._given = given
        self._endpoint = os.environ.get("HF_ENDPOINT") or None

    def manifest(self, revision: str) -> Manifest:
        """The set's files on the hub at this revision; by default, the newest."""
        from huggingface_hub import HfApi

        info = self._ask(
            lambda: HfApi(endpoint=self._endpoint, token=False).dataset_info(
                self.set.repo, revision=revision or None, timeout=SECONDS, files_metadata=True
            ),
            self.set.repo,
        )
        siblings = info.siblings or []
        found = Manifest(
            self.set.repo,
            str(info.sha),
            {each.rfilename: (each.lfs.sha256 if each.lfs else each.blob_id) for each in siblings},
        )
        if not _is_sound(found):
            raise KasautiError(f"{self.set.repo} on the hub has no usable list of files.")
        return found

    def fetch(self, manifest: Manifest, name: str, folder: Path) -> None:
        """Download a file into the folder; it must have the digest that the hub states."""
        from huggingface_hub import hf_hub_download

        path = self._ask(
            lambda: hf_hub_download(
                manifest.repo,
                name,
                repo_type="dataset",
                revision=manifest.revision,
                local_dir=folder,
                endpoint=self._endpoint,
                token=False,
                etag_timeout=SECONDS,
            ),
            name,
        )
        if not manifest.allows(name, read_bytes(Path(path))):
            Path(path).unlink()
            raise KasautiError(
                f"--pairs={self._given}: {name} of {manifest.repo} has a different digest "
                f"than the hub states, and was not kept. Try again. {self.by_hand()}"
            )

    def _ask(self, ask: Callable[[], Any], what: str) -> Any:
        try:
            return ask()
        except Exception as error:  # network, hub and disk errors share no base class
            raise KasautiError(
                f"--pairs={self._given}: {what} cannot be fetched from "
                f"{self._endpoint or 'https://huggingface.co'} ({first_line(error)}). "
                f"{self.by_hand()}"
            ) from None

    def by_hand(self) -> str:
        """The remedy without the hub."""
        name = self._given.partition("@")[0]
        return (
            f"Without the hub, get {self.set.layout} from {self.set.home} into a folder of yours "
            f"and give --pairs={name}@FOLDER."
        )


def _is_sound(manifest: Manifest) -> bool:
    """True if every file has a digest and lies in the folder of the set."""
    paths = [PurePosixPath(name) for name in manifest.files]
    return (
        bool(REVISION.fullmatch(manifest.revision))
        and all(path.parts and not path.is_absolute() and ".." not in path.parts for path in paths)
        and all(isinstance(digest, str) and digest for digest in manifest.files.values())
    )


def _read_manifest(published: PublishedSet, path: Path) -> Manifest | None:
    if not is_file(path):
        return None
    content: Any = json_content(path)
    try:
        found = Manifest(str(content["repo"]), str(content["revision"]), dict(content["files"]))
        sound = found.repo == published.repo and _is_sound(found)
    except (KeyError, TypeError, ValueError):
        sound = False
    if not sound:
        raise KasautiError(f"{path} is damaged. Delete it, and the set is downloaded again.")
    return found


def _write(path: Path, text: str) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
