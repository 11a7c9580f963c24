"""The model's own chat template, rendered in a Jinja sandbox; else ChatML where a model knows it."""

from typing import Literal

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

from engine.llm.errors import ModelUnusable
from engine.llm.messages import ModelInfo

CHATML = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{{ '<|im_start|>assistant\n' }}"
)
# Some templates print today's date: a fixed one keeps prompts, and so reports, reproducible.
DATE = "26 Jul 2024"
USER = "\ue000user\ue001"


class ChatTemplate:
    """Says what stands before and after the user's words in a conversation's first turn.

    Raises:
        ModelUnusable: the model has no template and doesn't know ChatML, or its template fails.
    """

    source: Literal["model", "chatml"]

    def __init__(self, info: ModelInfo) -> None:
        self._info = info
        self.source = "model" if info.chat_template else "chatml"
        if not info.chat_template and not info.knows_chatml:
            raise ModelUnusable("it has no chat template: choose an instruct model, not a base model")
        environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
        environment.globals["raise_exception"] = _refuse
        environment.globals["strftime_now"] = lambda _format: DATE
        try:
            self._template = environment.from_string(info.chat_template or CHATML)
        except jinja2.TemplateError as error:
            raise ModelUnusable(f"its chat template can't be read ({error})") from error

    def around(self, system: str) -> tuple[str, str]:
        """The text before and after the user's turn that follows `system`."""
        rendered = self._render([{"role": "system", "content": system}, {"role": "user", "content": USER}])
        if rendered is None:  # some models know no system role
            rendered = self._render([{"role": "user", "content": f"{system}\n\n{USER}"}])
        if rendered is None or rendered.count(USER) != 1:
            raise ModelUnusable("its chat template can't hold a question")
        before, after = rendered.split(USER)
        if self._info.adds_bos and not before.startswith(self._info.bos):
            before = self._info.bos + before
        return before, after

    def _render(self, messages: list[dict[str, str]]) -> str | None:
        try:
            text = self._template.render(
                messages=messages,
                add_generation_prompt=True,
                bos_token=self._info.bos,
                eos_token=self._info.eos,
                date_string=DATE,
            )
        except Exception:  # a template is a program of the model's maker: it can raise anything
            return None
        return text if messages[0]["content"].split(USER)[0].strip() in text else None


def _refuse(message: str) -> None:
    raise jinja2.TemplateError(message)
