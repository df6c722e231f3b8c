"""Small random masked models, their tokenizers, and the plainest way to score with them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

import torch
import transformers as hf
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

TRAINING_TEXT = [
    "लड़का घर जाता है ।",
    "लड़कियाँ किताब पढ़ती हैं ।",
    "उसने क्षमा माँगी और ज़मीन पर बैठ गया ।",
    "The boys read a book at home .",
    "Nobody has ever seen these readers before , has anybody ?",
]
ENGLISH = [
    "The boys read a book at home.",
    "The boys reads a book at home.",
    "Nobody has ever seen a reader, has he?",
    "Bob zapped unbelievably.",
]
TEXTS = [
    *ENGLISH,
    "लड़कियाँ किताब पढ़ती हैं।",
    "लड़कियाँ किताब पढ़ता हैं।",
    "लड़का ज़मीन पर बैठ गया।",
    "राम ने क्षमा माँगी, क्या?",
]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = sorted({word for text in TRAINING_TEXT for word in text.split()})
CHARACTERS = sorted(set("".join(WORDS)))
# A word is two pieces where it is known, and characters where it is not. Made by hand:
# the trainers of WordPiece and Unigram give other vocabularies in every run.
BEGINNINGS = sorted({word[: (len(word) + 1) // 2] for word in WORDS} - set(CHARACTERS))
ENDS = sorted({word[(len(word) + 1) // 2 :] for word in WORDS} - {""} - set(CHARACTERS))


def wordpiece() -> Tokenizer:
    """As BERT has it."""
    pieces = [*CHARACTERS, *BEGINNINGS, *(f"##{piece}" for piece in [*CHARACTERS, *ENDS])]
    vocabulary = {piece: index for index, piece in enumerate([*SPECIAL, *pieces])}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=False, strip_accents=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def byte_level() -> Tokenizer:
    """As RoBERTa has it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=300,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(TRAINING_TEXT, trainer)
    return tokenizer


def metaspace() -> Tokenizer:
    """As XLM-R and DeBERTa-v2 have it."""
    likely = [*(f"▁{piece}" for piece in BEGINNINGS), *ENDS]
    scores = [*((piece, 0.0) for piece in SPECIAL), *((piece, -5.0) for piece in likely)]
    scores += [(piece, -9.0) for piece in ["▁", *CHARACTERS]]
    tokenizer = Tokenizer(models.Unigram(scores, unk_id=SPECIAL.index("[UNK]")))
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    return tokenizer


TOKENIZERS = {"wordpiece": wordpiece, "byte_level": byte_level, "metaspace": metaspace}


def masked_tokenizer(name: str) -> hf.PreTrainedTokenizerFast:
    tokenizer = TOKENIZERS[name]()
    ends = [(token, SPECIAL.index(token)) for token in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=ends
    )
    return hf.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
        sep_token="[SEP]", mask_token="[MASK]",
    )  # fmt: skip


SIZES: dict[str, Any] = {
    "vocab_size": 300, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
    "intermediate_size": 48, "max_position_embeddings": 128, "pad_token_id": 0,
}  # fmt: skip
RELATIVE: dict[str, Any] = {
    "relative_attention": True, "pos_att_type": ["c2p", "p2c"], "position_biased_input": False,
}  # fmt: skip
# As DeBERTa-v2-xlarge has them.
BUCKETS: dict[str, Any] = {
    "position_buckets": 16, "share_att_key": True, "conv_kernel_size": 3,
    "norm_rel_ebd": "layer_norm",
}  # fmt: skip
LOCAL: dict[str, Any] = {"local_attention": 8, "global_attn_every_n_layers": 2}
CONFIGS: dict[str, tuple[Callable[[], hf.PretrainedConfig], str]] = {
    "bert": (lambda: hf.BertConfig(**SIZES), "wordpiece"),
    "roberta": (lambda: hf.RobertaConfig(**SIZES), "byte_level"),
    "deberta": (lambda: hf.DebertaConfig(**SIZES, **RELATIVE), "byte_level"),
    "deberta-v2": (lambda: hf.DebertaV2Config(**SIZES, **RELATIVE, **BUCKETS), "metaspace"),
    "deberta-v2-new-head": (
        lambda: hf.DebertaV2Config(**SIZES, **RELATIVE, legacy=False), "metaspace"
    ),
    "electra": (lambda: hf.ElectraConfig(**SIZES, embedding_size=24), "wordpiece"),
    "albert": (lambda: hf.AlbertConfig(**SIZES, embedding_size=24), "metaspace"),
    "distilbert": (
        lambda: hf.DistilBertConfig(
            vocab_size=300, dim=32, n_layers=2, n_heads=4, hidden_dim=48, pad_token_id=0
        ),
        "wordpiece",
    ),
    "modernbert": (lambda: hf.ModernBertConfig(**SIZES, **LOCAL), "byte_level"),
    "xlm-roberta": (lambda: hf.XLMRobertaConfig(**SIZES), "metaspace"),
    "convbert": (lambda: hf.ConvBertConfig(**SIZES, embedding_size=32), "wordpiece"),
}  # fmt: skip


def masked_model(name: str) -> tuple[Any, hf.PreTrainedTokenizerFast]:
    """A model and its tokenizer; its weights are large enough that a wrong mask shows."""
    config, tokenizer = CONFIGS[name]
    torch.manual_seed(0)
    model = hf.AutoModelForMaskedLM.from_config(config(), dtype=torch.float32).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(12.0)
            elif parameter.numel() == SIZES["vocab_size"]:
                parameter.normal_()  # the head's bias
    return model, masked_tokenizer(tokenizer)


def word_numbers(text: str) -> list[int | None]:
    """The reference: for each character the number of its word, None for white space."""
    numbers: list[int | None] = []
    number, alone = 0, True
    for character in text:
        if character.isspace():
            numbers.append(None)
            alone = True
            continue
        category = unicodedata.category(character)
        joins = category in ("Mn", "Mc", "Me", "Cf") and numbers and numbers[-1] is not None
        if not joins:
            number += alone or category[0] in "PS"
            alone = category[0] in "PS"
        numbers.append(number)
    return numbers


@torch.no_grad()
def one_at_a_time(model: Any, tokenizer: Any, text: str, pll: str) -> tuple[float, int]:
    """The reference: one masked copy at a time, the model's own logits, a full log-softmax."""
    encoded = tokenizer(text, return_offsets_mapping=True, return_tensors="pt")
    ids, spans = encoded["input_ids"][0], encoded["offset_mapping"][0].tolist()
    numbers = word_numbers(text)
    words: list[int | None] = []
    for token, (start, stop) in zip(ids.tolist(), spans, strict=True):
        covered = {numbers[place] for place in range(start, stop)} - {None}
        following = [number for number in numbers[stop:] if number is not None]
        assert len(covered) < 2, "this text is not for this tokenizer: a token spans two words"
        special = token in (tokenizer.cls_token_id, tokenizer.sep_token_id)
        words.append(None if special else covered.pop() if covered else following[0])
    total, scored = 0.0, 0
    for place, word in enumerate(words):
        if word is None:
            continue
        copy = ids.clone()
        for later in range(place, len(ids)):
            if later == place or (pll == "within_word_l2r" and words[later] == word):
                copy[later] = tokenizer.mask_token_id
        logprobs = torch.log_softmax(model(copy[None]).logits[0, place].double(), dim=-1)
        total += float(logprobs[ids[place]])
        scored += 1
    return total, scored
