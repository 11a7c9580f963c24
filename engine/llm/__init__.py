"""Local inference: prompts, typed answers, the runtime, the worker process and its client.

Callers use `Client`; nothing but the worker process loads llama.cpp.
"""

from engine.llm.answers import Answer, Choice, Items, Number, Quote, Text
from engine.llm.client import Client
from engine.llm.errors import Cancelled, DoesNotFit, EngineFailed, ModelUnusable
from engine.llm.messages import Ask, ModelInfo, Sampling, Scored, Settings, Usage
from engine.llm.prompts import Part, prompt
from engine.llm.template import ChatTemplate

__all__ = [
    "Answer",
    "Ask",
    "Cancelled",
    "ChatTemplate",
    "Choice",
    "Client",
    "DoesNotFit",
    "EngineFailed",
    "Items",
    "ModelInfo",
    "ModelUnusable",
    "Number",
    "Part",
    "Quote",
    "Sampling",
    "Scored",
    "Settings",
    "Text",
    "Usage",
    "prompt",
]
