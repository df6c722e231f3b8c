"""The names of the generative metrics, for those who list them and compute none."""

METRICS = ("BLEU", "ROUGE_L", "BERTScore", "Perplexity")
# Cases of the suite where the references are outside the Latin script.
OTHER_SCRIPTS = ("ROUGE_L_unicode", "chrF++")
