"""Where evidence stands: the chapters of the book, and the sources that claims cite."""

#: Titles of the chapters that decide claims, in the order of the book.
CHAPTERS = {
    "why_order": "The shuffle machine",
    "simple_codes": "Four clumsy codes",
    "formula": "From odometer to clocks",
    "rotation": "One rotation explains it",
    "why_sin_and_cos": "Why both?",
    "seeing": "Four views, one position",
    "base_and_width": "Turn the knobs",
    "code_it": "Code it, break it",
    "use_it": "Add it",
    "direction": "Left or right?",
    "extrapolation": "The trial",
    "family": "The family",
    "pros_and_cons": "Weigh it",
}

#: Name and address of each cited source, by its key in the bibliography.
SOURCES = {
    "vaswani2017": ("Vaswani et al. 2017", "https://arxiv.org/abs/1706.03762"),
    "tensor2tensor": (
        "The Tensor2Tensor Authors 2018",
        "https://github.com/tensorflow/tensor2tensor/blob/"
        "bafdc1b67730430d38d6ab802cbd51f9d053ba2e/tensor2tensor/layers/common_attention.py",
    ),
    "su2021": ("Su et al. 2024", "https://arxiv.org/abs/2104.09864"),
    "wang2020complex": ("Wang et al. 2020", "https://arxiv.org/abs/1912.12333"),
    "wang2021": ("Wang et al. 2021", "https://openreview.net/forum?id=onxoVA9FxMw"),
    "chen2023": ("Chen et al. 2023", "https://arxiv.org/abs/2306.15595"),
    "peng2023": ("Peng et al. 2023", "https://arxiv.org/abs/2309.00071"),
    "men2024": ("Men et al. 2024", "https://arxiv.org/abs/2405.14591"),
    "roziere2023": ("Rozière et al. 2023", "https://arxiv.org/abs/2308.12950"),
    "llama3": ("Grattafiori et al. 2024", "https://arxiv.org/abs/2407.21783"),
    "sutherland2015": ("Sutherland and Schneider 2015", "https://arxiv.org/abs/1506.02785"),
    "denk2019": (
        "Denk 2019",
        "https://timodenk.com/blog/linear-relationships-in-the-transformers-positional-encoding/",
    ),
    "stackexchange45691": (
        "Data Science Stack Exchange 2019",
        "https://datascience.stackexchange.com/questions/45691",
    ),
    "tener": ("Yan et al. 2019", "https://arxiv.org/abs/1911.04474"),
    "karnik2021": ("Karnik et al. 2021", "https://arxiv.org/abs/2006.00427"),
    "wangchen2020": ("Wang and Chen 2020", "https://arxiv.org/abs/2010.04903"),
    "lee2019": ("Lee et al. 2019", "https://arxiv.org/abs/1810.00825"),
    "irie2025": ("Irie 2025", "https://arxiv.org/abs/2501.00659"),
    "lasri2022": ("Lasri et al. 2022", "https://arxiv.org/abs/2211.04427"),
    "minilm": (
        "Sentence Transformers 2021",
        "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
    ),
    "haviv2022": ("Haviv et al. 2022", "https://arxiv.org/abs/2203.16634"),
    "goldberg1991": ("Goldberg 1991", "https://doi.org/10.1145/103162.103163"),
    "wang2024bf16": ("Wang et al. 2024", "https://arxiv.org/abs/2411.13476"),
    "kazemnejad2019": (
        "Kazemnejad 2019",
        "https://kazemnejad.com/blog/transformer_architecture_positional_encoding/",
    ),
    "ke2021": ("Ke et al. 2021", "https://openreview.net/forum?id=09-528y2Fgf"),
    "dai2019": ("Dai et al. 2019", "https://aclanthology.org/P19-1285/"),
    "t2t_modalities": (
        "The Tensor2Tensor Authors 2018",
        "https://github.com/tensorflow/tensor2tensor/blob/"
        "02999ee5052a3b4674765dcaf8e05624ee3a9571/tensor2tensor/layers/modalities.py",
    ),
    "torch_embedding": (
        "PyTorch Contributors 2025",
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.Embedding.html",
    ),
    "press2022": ("Press et al. 2022", "https://arxiv.org/abs/2108.12409"),
    "kazemnejad2023": ("Kazemnejad et al. 2023", "https://arxiv.org/abs/2305.19466"),
    "raffel2020": ("Raffel et al. 2020", "https://arxiv.org/abs/1910.10683"),
    "devlin2019": ("Devlin et al. 2019", "https://arxiv.org/abs/1810.04805"),
    "radford2018": (
        "Radford et al. 2018",
        "https://cdn.openai.com/research-covers/language-unsupervised/"
        "language_understanding_paper.pdf",
    ),
    "kingma2015": ("Kingma and Ba 2015", "https://arxiv.org/abs/1412.6980"),
    "touvron2023": ("Touvron et al. 2023", "https://arxiv.org/abs/2302.13971"),
    "bloomcard": ("BigScience 2022", "https://huggingface.co/bigscience/bloom"),
    "mptcard": ("MosaicML 2023", "https://huggingface.co/mosaicml/mpt-7b"),
    "touvron2023b": ("Touvron et al. 2023", "https://arxiv.org/abs/2307.09288"),
}
