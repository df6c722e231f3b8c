"""`python -m bench.many_languages`: what a run of 101 languages and 120,000 pairs costs.

The pairs and the model are made for it: nothing is said of a language, only of time, memory and
the size of the reports. Each run is a process of its own, as a user starts it.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from bench.running.commands import MEBIBYTE

RESULTS = Path(__file__).with_name("many_languages.json")
PHENOMENA = ("SV-#", "SV-P", "SV-G", "SP-#", "SP-P", "SP-G")
# Where the letters of a script begin, and how many there are: Latin, Cyrillic, Arabic, Devanagari.
SCRIPTS = ((0x61, 26), (0x430, 32), (0x628, 16), (0x915, 33))
WORDS = 8  # of a sentence
SECONDS_BETWEEN_LOOKS = 0.1


@dataclass(frozen=True, slots=True)
class Cost:
    """One run: its time, the peak of resident memory, and the size of each file that it wrote."""

    name: str
    seconds: float
    cpu_seconds: float  # of all its processes: other work on the machine does not count
    peak_mib: float  # of all its processes together
    files_mib: dict[str, float]


def write_pairs(folder: Path, *, languages: int, pairs: int) -> list[Path]:
    """One file per language in MultiBLiMP's format; a bad sentence has another fourth word."""
    chance = random.Random(0)
    paths = []
    for place in range(languages):
        code = f"q{chr(97 + place // 26)}{chr(97 + place % 26)}"  # codes for private use
        words = list(_words(chance, *SCRIPTS[place % len(SCRIPTS)]))
        lines = ["sen\twrong_sen\tphenomenon\tlang"]
        for number in range(pairs // languages + (place < pairs % languages)):
            good = chance.choices(words, k=WORDS)
            bad = [*good[:3], f"{good[3]}{words[number % len(words)][:2]}", *good[4:]]
            phenomenon = PHENOMENA[number % len(PHENOMENA)]
            lines.append(f"{' '.join(good)}.\t{' '.join(bad)}.\t{phenomenon}\t{code}")
        path = folder / f"{code}.tsv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        paths.append(path)
    return paths


def write_model(folder: Path) -> Path:
    """A model of two layers with random weights, and a tokenizer of 400 tokens."""
    import transformers as hf

    from tests.support.tiny_models import save_tiny_model

    config = hf.LlamaConfig(
        vocab_size=400, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=48,
    )  # fmt: skip
    return save_tiny_model(folder, config)


def measure_run(name: str, folder: Path, arguments: Sequence[str]) -> Cost:
    """Run the suite in a process of its own, and look at its memory until it ends."""
    results = folder / name.replace(" ", "-")
    options = ["-m", "multiblimp", "-p", "no:cacheprovider", "-q", "--exit-zero", "--tb=no"]
    command = [sys.executable, "-m", "kasauti", *options, f"--results-dir={results}", *arguments]
    started, used = time.monotonic(), _cpu_seconds()
    with (folder / f"{results.name}.log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT)
        peak = 0
        while process.poll() is None:
            peak = max(peak, _resident(process.pid))
            time.sleep(SECONDS_BETWEEN_LOOKS)
    seconds = time.monotonic() - started
    if process.returncode:
        raise SystemExit((folder / f"{results.name}.log").read_text(encoding="utf-8")[-4000:])
    written = sorted(path for path in results.rglob("*") if path.is_file())
    sizes = {path.name: round(path.stat().st_size / MEBIBYTE, 2) for path in written}
    cpu = round(_cpu_seconds() - used, 1)
    return Cost(name, round(seconds, 1), cpu, round(peak / MEBIBYTE), sizes)


def measure(languages: int, pairs: int, folder: Path) -> list[Cost]:
    """A first run, a second that finds all in the store, and one with two workers and JUnit."""
    files = write_pairs(folder, languages=languages, pairs=pairs)
    model = write_model(folder / "model")
    store = folder / "scores.sqlite"
    given = [f"--pairs={path}" for path in files]
    given += [f"--model={model}", f"--store={store}", "-k", "q"]
    junit = folder / "junit.xml"
    costs = [
        measure_run("first run", folder, given),
        measure_run("second run", folder, given),
        measure_run("two workers", folder, [*given, "-n", "2", f"--junitxml={junit}"]),
    ]
    for path in (store, junit):
        costs[-1].files_mib[path.name] = round(path.stat().st_size / MEBIBYTE, 2)
    return costs


def _words(chance: random.Random, first: int, letters: int) -> Iterator[str]:
    for _ in range(800):
        length = chance.randint(2, 9)
        yield "".join(chr(first + chance.randrange(letters)) for _ in range(length))


def _cpu_seconds() -> float:
    """Of the processes that were started here and have ended, and of those that they waited for."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def _resident(pid: int) -> int:
    """The resident memory of a process and all that it started."""
    total = 0
    try:
        for process in (parent := psutil.Process(pid), *parent.children(recursive=True)):
            total += process.memory_info().rss
    except psutil.NoSuchProcess:
        pass
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", type=int, default=101)
    parser.add_argument("--pairs", type=int, default=120_000)
    parser.add_argument("--save", action="store_true", help=f"write {RESULTS.name}")
    parser.add_argument("--folder", type=Path, help="keep pairs, model and reports here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kasauti-bench-") as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        costs = measure(options.languages, options.pairs, folder)
    content = {
        "languages": options.languages,
        "pairs": options.pairs,
        "runs": [asdict(cost) for cost in costs],
    }
    text = json.dumps(content, indent=1) + "\n"
    sys.stdout.write(text)
    if options.save:
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
