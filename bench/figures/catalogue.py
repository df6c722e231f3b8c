"""The workloads by importance: a run that is short of time does the first ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.running.commands import GEMMA
from bench.running.comparison import Plan
from bench.tools import Tool
from bench.tools.workload import Item, Workload, spread
from kasauti.data.pairs import read_pairs
from kasauti.data.quiz.pack import SHIPPED
from kasauti.fixtures.suites.pairs.cases import PAIR_SETS
from kasauti.fixtures.suites.probes.cases import probe_cases
from kasauti.fixtures.suites.quiz.cases import quiz_cases

SMOLLM = "smollm2-135m-instruct"
RANDOM_BERT = "random BERT"
PUBLIC_DATA = Path(__file__).parents[3] / "shared" / "data"
BLIMP = sorted((PUBLIC_DATA / "blimp").glob("*.jsonl"))
ENGLISH = PUBLIC_DATA / "multiblimp" / "eng.tsv"
PARADIGMS, OF_EACH = 67, 15  # of BLiMP
PROMPTS, EXAMPLES = 16, 48
SEED = 0
LOADING = 70.0  # seconds
TUNING = 3  # batch sizes of each peer
FEWEST = 12  # items of a comparison

SUITE = Tool("kasauti", "bench.tools.suite:Sentences")
LM_EVAL = Tool("lm-eval", "bench.tools.peers:LmEval", first_batch=16)
MINICONS = Tool("minicons", "bench.tools.peers:Minicons", first_batch=8)
FLOOR = Tool("floor", "bench.tools.floor:Floor")
LOOP = Tool("loop", "bench.tools.plain:Loop")
PROFILE = Tool("profile", "bench.tools.profile:OfSentences")
PROFILE_OF_ANSWERS = Tool("profile", "bench.tools.profile:OfAnswers")
REFERENCE = Tool("reference", "bench.tools.plain:Reference")
ANSWERS = (
    Tool("kasauti", "bench.tools.suite:Answers"),
    Tool("generate", "bench.tools.peers:Generate", first_batch=8),
)
PROBES = (
    Tool("kasauti", "bench.tools.probes:OnePass"),
    Tool("pass per layer", "bench.tools.probes:PassPerLayer", first_batch=16),
)
MASKED = (SUITE, Tool("minicons", "bench.tools.peers:MiniconsMasked", first_batch=8))
MASKED_REFERENCE = Tool("reference", "bench.tools.plain:MaskedReference")


@dataclass(frozen=True, slots=True)
class Goal:
    """The suite must be this many times as fast as another tool."""

    tool: str
    at_least: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A workload that can be made, and the tools that are compared on it."""

    name: str
    model: str
    items: Callable[[], list[Item]]  # none where the data is not there
    sample: int  # items without --full
    per_item: float  # seconds of all tools together on two cores, about
    unit: str = "pairs"
    tools: tuple[Tool, ...] = (SUITE, LM_EVAL, MINICONS, FLOOR)
    reference: Tool | None = REFERENCE
    checked: tuple[Tool, ...] = (LOOP,)
    goals: tuple[Goal, ...] = ()
    profile: Tool = PROFILE  # of the suite, where a goal is missed

    def about(self, items: int, rounds: int) -> float:
        """The seconds that it takes: to load everything twice, to tune, and the rounds."""
        return LOADING + self.per_item * (rounds * items + TUNING * min(items, Plan().tuned_on))

    def items_within(self, seconds: float, rounds: int) -> int:
        """As many items as can be compared in this time, and a few even where none can."""
        fitting = range(FEWEST, self.sample + 1)
        return max((n for n in fitting if self.about(n, rounds) <= seconds), default=FEWEST)

    def workload(self, folder: Path, most: int | None) -> Workload | None:
        """At most so many items; a model that is made for it goes into the folder."""
        items = self.items()
        if not items:
            return None
        model = str(_model_folder(self.model, folder))
        note = f"{len(BLIMP)} of {PARADIGMS} paradigms" if self.items is _blimp else ""
        return Workload(self.name, model, tuple(items), len(items), self.unit, note).sample(most)


def entries() -> list[Entry]:
    """Everything that is compared item by item."""
    floor = Goal("floor", 0.85)
    gemma = (Goal("lm-eval", 2.5), Goal("minicons", 3.3))
    hindi, english = (Goal("lm-eval", 1.9),), (Goal("lm-eval", 2.3),)
    return [
        _pairs(GEMMA, "Hindi core", _core, 336, 0.31, (*gemma, floor)),
        _pairs(SMOLLM, "Hindi core", _core, 336, 0.43, (*hindi, floor)),
        _pairs(GEMMA, "BLiMP", _blimp, 240, 0.33, (*gemma, floor)),
        _pairs(SMOLLM, "BLiMP", _blimp, 240, 0.11, (*english, floor)),
        Entry(
            name=f"masked model: {RANDOM_BERT}, BLiMP",
            model=RANDOM_BERT,
            items=_blimp,
            sample=96,
            per_item=0.04,
            tools=MASKED,
            reference=MASKED_REFERENCE,
            checked=(),
            goals=(Goal("minicons", 2.0),),
        ),
        Entry(
            name=f"greedy answers: {SMOLLM}",
            model=SMOLLM,
            items=_prompts,
            sample=PROMPTS,
            per_item=0.3,
            unit="prompts",
            tools=ANSWERS,
            reference=None,
            checked=(),
            goals=(Goal("generate", 1.3),),
            profile=PROFILE_OF_ANSWERS,
        ),
        Entry(
            name=f"probes of all layers: {GEMMA}",
            model=GEMMA,
            items=_examples,
            sample=EXAMPLES,
            per_item=0.42,
            unit="examples",
            tools=PROBES,
            reference=None,
            checked=(),
        ),
        _pairs(GEMMA, "MultiBLiMP English", _english, 96, 0.90, gemma),
        _pairs(SMOLLM, "MultiBLiMP English", _english, 96, 0.49, english),
        _pairs(GEMMA, "Hindi full", _full, 168, 0.31, gemma),
        _pairs(SMOLLM, "Hindi full", _full, 168, 0.43, hindi),
    ]


def _pairs(
    model: str,
    name: str,
    items: Callable[[], list[Item]],
    sample: int,
    per_item: float,
    goals: tuple[Goal, ...],
) -> Entry:
    return Entry(
        name=f"{model}, {name}",
        model=model,
        items=items,
        sample=sample,
        per_item=per_item,
        goals=goals,
    )


def _core() -> list[Item]:
    return _read(*PAIR_SETS["core"])


def _full() -> list[Item]:
    return _read(*PAIR_SETS["full"])


def _english() -> list[Item]:
    return _read(ENGLISH) if ENGLISH.exists() else []


def _read(*paths: Path) -> list[Item]:
    pairs = [pair for path in paths for pair in read_pairs(path)]
    return [(pair.good, pair.bad) for pair in pairs if pair.gated]


def _blimp() -> list[Item]:
    """15 pairs of each of 67 paradigms; as many in all where only some of them are there."""
    each = -(-PARADIGMS * OF_EACH // max(1, len(BLIMP)))
    return [item for path in BLIMP for item in spread(_read(path), each)]


def _prompts() -> list[Item]:
    cases = quiz_cases(SHIPPED)
    questions = list(dict.fromkeys(each.text for case in cases for each in case.questions))
    return [(text,) for text in spread(questions, PROMPTS)]


def _examples() -> list[Item]:
    examples = probe_cases()[0].limited(EXAMPLES, seed=SEED).task.examples
    return [(e.sentence, str(e.start), str(e.end), e.label, e.lemma) for e in examples]


def _model_folder(name: str, folder: Path) -> Path:
    """The folder of a model; the random one is made."""
    from kasauti.engines.sources.model_source import ModelSource

    return _random_bert(folder) if name == RANDOM_BERT else ModelSource.find(name).folder()


def _random_bert(folder: Path) -> Path:
    """Six layers of 384 with random weights, and the tokenizer of all-MiniLM-L6-v2."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForMaskedLM

    from kasauti.engines.metric_models.embeddings import DEFAULT, find_embedding_model

    tokenizer = AutoTokenizer.from_pretrained(find_embedding_model(DEFAULT))
    torch.manual_seed(SEED)
    config = BertConfig(
        vocab_size=len(tokenizer), hidden_size=384, num_hidden_layers=6, num_attention_heads=12,
        intermediate_size=1536,
    )  # fmt: skip
    BertForMaskedLM(config).save_pretrained(folder)  # type: ignore[no-untyped-call]
    tokenizer.save_pretrained(folder)
    return folder
