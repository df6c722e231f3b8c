"""Write the words that pairs from a treebank need: `python -m authoring.hindi.treebank_words`."""

from __future__ import annotations

import json

from authoring import DATA
from authoring.hindi.grammar.lexicon import load_lexicon, read_tables

OUTPUT = DATA / "treebank_pairs" / "words.json"


def treebank_words() -> str:
    """The content of the file: the words of each list, sorted."""
    lexicon = load_lexicon()
    lists = {key: set(words) for key, words in read_tables("treebank").items()}
    lists["inflected"] |= {each.lemma for each in lexicon.adjectives if each.marked}
    transitive = lexicon.verbs["transitive"]
    lists["ergative"] |= {verb.lemma for verb in transitive if verb.ergative == "always"}
    nouns = lexicon.nouns.values()
    lists["feminine"] = {noun.lemma for noun in nouns if noun.gender == "f"}
    lists["masculine"] = {noun.lemma for noun in nouns if noun.gender == "m"}
    lists["things"] = {noun.lemma for noun in nouns if not noun.animate}
    rows = [
        f"{json.dumps(key)}: {json.dumps(sorted(words), ensure_ascii=False)}"
        for key, words in lists.items()
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    OUTPUT.write_text(treebank_words(), encoding="utf-8", newline="\n")
