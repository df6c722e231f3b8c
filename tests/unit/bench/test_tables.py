"""Simulated tables and pages: items of a template that do as one, tested by template."""

from __future__ import annotations

import numpy as np

from bench.statistics.tables import SIZE, draw_models, dropped, starred


def test_items_of_a_template_do_as_one_where_they_should() -> None:
    models = draw_models(np.random.default_rng(0), 3, together=1.0)
    templates = models.reshape(*models.shape[:2], -1, SIZE)
    assert (templates == templates[..., :1]).all()
    alone = draw_models(np.random.default_rng(0), 3).reshape(templates.shape)
    assert not (alone == alone[..., :1]).all()


def test_pages_are_tested_by_template() -> None:
    random = np.random.default_rng(0)
    pages = [draw_models(random, 50, together=1.0) for _ in range(40)]
    by_template = np.mean([dropped(page, SIZE) for page in pages])
    by_item = np.mean([dropped(page) for page in pages])
    assert by_template <= 0.1 < 0.4 < by_item


def test_tables_of_equal_models_have_hardly_a_star() -> None:
    random = np.random.default_rng(1)
    tables = [draw_models(random, 10, together=1.0) for _ in range(60)]
    assert np.mean([starred(table, SIZE) for table in tables]) <= 0.05
