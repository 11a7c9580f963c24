"""Labelled text of other people, read into one form."""

from engine.evaluation.datasets.item import CLASSES, POSITIVE, Item, Task, UnusableDataset
from engine.evaluation.datasets.read import read

__all__ = ["CLASSES", "POSITIVE", "Item", "Task", "UnusableDataset", "read"]
