"""The names that a suite of your own needs: `from kasauti.suites import Suite, Measurement`."""

from kasauti.analysis.totals import Totals
from kasauti.engines.protocol.backend import Continuation
from kasauti.fixtures.recording.record import Record
from kasauti.fixtures.suites.suite import Case, Context, Measure, Requests, Suite
from kasauti.inputs.errors import KasautiError
from kasauti.records import CaseId, Figure, Interval, Item, Measurement, Outcomes, Threshold
from kasauti.scorers.labels.choices import highest
from kasauti.scorers.statistics.intervals import wilson

__all__ = [
    "Case",
    "CaseId",
    "Context",
    "Continuation",
    "Figure",
    "Interval",
    "Item",
    "KasautiError",
    "Measure",
    "Measurement",
    "Outcomes",
    "Record",
    "Requests",
    "Suite",
    "Threshold",
    "Totals",
    "highest",
    "wilson",
]
