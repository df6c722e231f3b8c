"""Sets from the hub: downloaded once, checked by digest on each use, offline afterwards.

A set's folder in the user's cache has one folder per revision, with a manifest and the files:

    pairs/multiblimp/first_used          the revision that is used where none is asked for
    pairs/multiblimp/<revision>/manifest.json
    pairs/multiblimp/<revision>/files/hin/data.tsv

The manifest lists the set's files with the digests that the hub states, and those of the files as
they were downloaded.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from filelock import FileLock

from kasauti.data.errors import DataError
from kasauti.data.files import is_file, json_content, read_text
from kasauti.data.published.sets import Part, PublishedSet
from kasauti.records.outside_files import OutsideFileError, read_bytes
from kasauti.records.user_cache import cache_folder

REVISION = re.compile("[0-9a-f]{40}")
SECONDS = 20.0  # to wait for the hub's answer
Choose = Callable[[list[str]], Mapping[str, Part]]


@dataclass(frozen=True, slots=True)
class Listed:
    """A file as the hub lists it: sha256 for a large file, else git's digest of its content."""

    sha256: str = ""
    git: str = ""

    def fits(self, content: bytes) -> bool:
        if self.sha256:
            return hashlib.sha256(content).hexdigest() == self.sha256
        blob = b"blob %d\0%b" % (len(content), content)
        return not self.git or hashlib.sha1(blob).hexdigest() == self.git  # as git has it


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is known of a set at one revision, and the digests of what was downloaded."""

    repo: str
    revision: str
    listed: Mapping[str, Listed]
    sha256: Mapping[str, str] = field(default_factory=dict)


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
        raise DataError(f"--pairs={given}: {published.title} is not on the hub. {hub.by_hand()}")
    home = cache_folder() / "pairs" / published.name
    try:
        home.mkdir(parents=True, exist_ok=True)
        with FileLock(home / "lock"):
            return _downloaded(hub, home, choose, revision)
    except OSError as error:
        raise DataError(
            f"{home} cannot be used ({error.strerror or error}). Set KASAUTI_CACHE to a folder of "
            "your own."
        ) from None


def _downloaded(hub: _Hub, home: Path, choose: Choose, revision: str) -> Downloaded:
    first = home / "first_used"
    known = revision or (read_text(first).strip() if is_file(first) else "")
    if known and not REVISION.fullmatch(known):
        raise DataError(f"{first} is damaged. Delete it.")
    manifest = _read_manifest(hub.set, home / known / "manifest.json") if known else None
    if manifest is None:
        manifest = hub.manifest(known)
        known = manifest.revision
    folder = home / known / "files"
    wanted = choose(list(manifest.listed))
    for name in wanted:
        if name not in manifest.sha256 or not is_file(folder / name):
            digest = hub.fetch(manifest, name, folder / name)
            manifest = replace(manifest, sha256={**manifest.sha256, name: digest})
            _write(home / known / "manifest.json", json.dumps(asdict(manifest), indent=1))
    if not revision:
        _write(first, known)
    for name in wanted:
        _refuse_changed(hub.set, manifest, name, folder / name)
    paths = {name: folder / name for name in wanted}
    return Downloaded(known, folder, tuple(manifest.listed), paths)


def _refuse_changed(published: PublishedSet, manifest: Manifest, name: str, path: Path) -> None:
    try:
        found = hashlib.sha256(read_bytes(path)).hexdigest()
    except OutsideFileError as error:
        raise DataError(str(error)) from None
    if found != manifest.sha256.get(name):
        raise DataError(
            f"{path} has changed since {published.title} was downloaded: its digest is not the "
            "recorded one. Delete the file to download it again."
        )


class _Hub:
    """The hub, through its own client; HF_ENDPOINT names another than the public one."""

    def __init__(self, published: PublishedSet, given: str) -> None:
        self.set = published
        self._given = given
        self._endpoint = os.environ.get("HF_ENDPOINT") or None

    def manifest(self, revision: str) -> Manifest:
        """What the hub has of the set at this revision; by default, the newest."""
        from huggingface_hub import HfApi

        info = self._asked(
            lambda: HfApi(endpoint=self._endpoint, token=False).dataset_info(
                self.set.repo, revision=revision or None, timeout=SECONDS, files_metadata=True
            ),
            self.set.repo,
        )
        listed = {file.rfilename: _listed(file) for file in info.siblings or []}
        if not info.sha or not all(_is_inside(name) for name in listed):
            raise DataError(f"{self.set.repo} on the hub has no usable list of files.")
        return Manifest(self.set.repo, str(info.sha), listed)

    def fetch(self, manifest: Manifest, name: str, target: Path) -> str:
        """Download a file to its place; it must have the digest that the hub states."""
        from huggingface_hub import hf_hub_download

        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".download-") as folder:
            path = self._asked(
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
            content = read_bytes(Path(path))
            if not manifest.listed[name].fits(content):
                raise DataError(
                    f"--pairs={self._given}: {name} of {manifest.repo} has a different digest "
                    f"than the hub states, and was not kept. Try again. {self.by_hand()}"
                )
            shutil.move(path, target)
        return hashlib.sha256(content).hexdigest()

    def _asked(self, ask: Callable[[], Any], what: str) -> Any:
        try:
            return ask()
        except Exception as error:  # network, hub and disk errors share no base class
            said = str(error).strip().splitlines() or [type(error).__name__]
            raise DataError(
                f"--pairs={self._given}: {what} cannot be fetched from "
                f"{self._endpoint or 'https://huggingface.co'} ({said[0][:200]}). {self.by_hand()}"
            ) from None

    def by_hand(self) -> str:
        """What to do without the hub."""
        name = self._given.partition("@")[0]
        return (
            f"Without the hub, get {self.set.layout} from {self.set.home} into a folder of yours "
            f"and give --pairs={name}@FOLDER."
        )


def _listed(file: Any) -> Listed:
    return Listed(file.lfs.sha256, "") if file.lfs else Listed("", file.blob_id or "")


def _is_inside(name: str) -> bool:
    """Whether a file of the set would lie in its folder, and nowhere else."""
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts


def _read_manifest(published: PublishedSet, path: Path) -> Manifest | None:
    if not is_file(path):
        return None
    content: Any = json_content(path)
    try:
        listed = {str(name): Listed(**each) for name, each in content["listed"].items()}
        found = Manifest(
            str(content["repo"]), str(content["revision"]), listed, dict(content["sha256"])
        )
    except (KeyError, TypeError, AttributeError, ValueError):
        found = None
    if found is None or found.repo != published.repo or not all(map(_is_inside, found.listed)):
        raise DataError(f"{path} is damaged. Delete it, and the set is downloaded again.")
    return found


def _write(path: Path, text: str) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
