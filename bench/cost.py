"""`python -m bench.cost`: what many languages and checkpoints cost, from bench/results.json."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.figures import results

LANGUAGES = 101
PAIRS = 121_305  # of MultiBLiMP 1.0: the sum of the counts by language on the data set's page
CHECKPOINTS = 50
SIZES = {"135 M": 135e6, "1 B": 1e9, "7 B": 7e9, "70 B": 70e9}  # parameters

GPU = "A100 with 80 GB"
GPU_FLOPS = 312e12  # its maker's figure for dense matrix products in bfloat16
UTILISATION = 0.3
USABLE_GPU_BYTES = 0.9 * 80e9
BYTES_PER_PARAMETER = 2

HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Measured:
    """Figures of the benchmark that the estimate rests on; ranges are over its workloads."""

    tokens_per_pair: tuple[float, float]  # after shared prefixes are counted once
    flops: tuple[float, float]  # per second, by 2 x parameters per token
    cores: int
    bytes_per_result: float


@dataclass(frozen=True, slots=True)
class Cost:
    """All languages and checkpoints at one size; ranges from the fewest tokens to the most."""

    size: str
    gpus_per_model: int
    gpu_hours: tuple[float, float]
    cpu_hours: tuple[float, float]
    store_bytes: float


def measured(parts: Mapping[str, Any]) -> Measured:
    """From the parts of bench/results.json."""
    tokens, flops = [], []
    for workload in parts["workloads"]:
        if not workload["distinct_tokens"]:
            continue  # not one of causal models and pairs
        tokens.append(workload["distinct_tokens"] / workload["items"])
        per_s = workload["rows"][0]["per_s"]  # the suite's own row
        flops.append(per_s * tokens[-1] * 2 * workload["parameters"])
    return Measured(
        (min(tokens), max(tokens)),
        (min(flops), max(flops)),
        parts["machine"]["cores"],
        parts["store"]["bytes"] / parts["store"]["results"],
    )


def cost(size: str, parameters: float, found: Measured) -> Cost:
    """Hours by floating-point operations: 2 x parameters for each token that is computed."""
    fewest, most = (
        PAIRS * CHECKPOINTS * tokens * 2 * parameters for tokens in found.tokens_per_pair
    )
    gpus = math.ceil(parameters * BYTES_PER_PARAMETER / USABLE_GPU_BYTES)
    gpu = GPU_FLOPS * UTILISATION / gpus  # layers on several GPUs work one after another
    cpu = sum(found.flops) / 2
    return Cost(
        size,
        gpus,
        (fewest / gpu / HOUR, most / gpu / HOUR),
        (fewest / cpu / HOUR, most / cpu / HOUR),
        PAIRS * 2 * CHECKPOINTS * found.bytes_per_result,
    )


def report(found: Measured) -> str:
    """The assumptions and the table, as they are in docs/scaling.md."""
    fewest, most = found.tokens_per_pair
    slowest, fastest = (each / 1e12 for each in found.flops)
    lines = [
        f"- {LANGUAGES} languages with {PAIRS:,} pairs together (MultiBLiMP 1.0), "
        f"{CHECKPOINTS} checkpoints, every sentence once.",
        f"- {fewest:.1f} to {most:.1f} tokens per pair, shared prefixes once: the least and the "
        "most of the benchmark's workloads.",
        "- 2 x parameters floating-point operations per token. By this the workloads ran at "
        f"{slowest:.2f} to {fastest:.2f} TFLOP/s on {found.cores} cores in float32.",
        f"- GPU: {GPU}, {GPU_FLOPS / 1e12:.0f} TFLOP/s in bfloat16, of which {UTILISATION:.0%} "
        "is used. This is assumed, not measured.",
        f"- {BYTES_PER_PARAMETER} bytes per parameter in {USABLE_GPU_BYTES / 1e9:.0f} GB of each "
        "GPU. The GPUs of one model work one after another (`--device=sharded`), and all count.",
        f"- {found.bytes_per_result:.0f} bytes of the store per sentence, measured.",
        "- Not counted: loading and hashing checkpoints, tokenizing, storing, waiting.",
        "",
        f"| parameters | GPUs per model | GPU hours | hours on the {found.cores} cores | store |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [_row(cost(size, parameters, found)) for size, parameters in SIZES.items()]
    return "\n".join(lines)


def _row(row: Cost) -> str:
    gpu, cpu = (
        f"{_rounded(low)} to {_rounded(high)}" for low, high in (row.gpu_hours, row.cpu_hours)
    )
    return f"| {row.size} | {row.gpus_per_model} | {gpu} | {cpu} | {row.store_bytes / 1e9:.1f} GB |"


def _rounded(number: float) -> str:
    """Two digits: the assumptions allow no more."""
    return f"{float(f'{number:.2g}'):,g}"


if __name__ == "__main__":
    print(report(measured(results.read())))
