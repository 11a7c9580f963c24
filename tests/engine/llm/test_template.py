import re

import pytest

from engine.llm import ChatTemplate, ModelInfo, ModelUnusable
from engine.llm.template import CHATML, DATE

LLAMA_3 = """{{- bos_token }}
{%- if not date_string is defined %}{% set date_string = strftime_now("%d %b %Y") %}{% endif %}
{%- if messages[0]['role'] == 'system' %}
    {%- set system_message = messages[0]['content']|trim %}
    {%- set messages = messages[1:] %}
{%- else %}
    {%- set system_message = "" %}
{%- endif %}
{{- "<|start_header_id|>system<|end_header_id|>\n\n" }}
{{- "Today Date: " + date_string + "\n\n" }}
{{- system_message }}
{{- "<|eot_id|>" }}
{%- for message in messages %}
    {{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n' + message['content']|trim }}
    {{- '<|eot_id|>' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|start_header_id|>assistant<|end_header_id|>\n\n' }}
{%- endif %}
"""
GEMMA = """{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('No system role') }}
{% endif %}{% for message in messages %}<start_of_turn>{{ message['role'] }}
{{ message['content'] | trim }}<end_of_turn>
{% endfor %}{% if add_generation_prompt %}<start_of_turn>model
{% endif %}"""
IGNORES_SYSTEM = "{% for m in messages if m.role == 'user' %}[INST] {{ m.content }} [/INST]{% endfor %}"


def info(
    template: str | None, *, chatml: bool = False, bos: str = "<s>", adds_bos: bool = False
) -> ModelInfo:
    return ModelInfo(
        name="tiny",
        architecture="llama",
        quantization="Q8_0",
        parameters=1,
        context=4096,
        chat_template=template,
        knows_chatml=chatml,
        bos=bos,
        adds_bos=adds_bos,
        eos="</s>",
        schedule="independent",
        width=4,
        threads=1,
        llama_cpp="0",
        backend="",
    )


def test_chatml_where_a_model_knows_it():
    template = ChatTemplate(info(None, chatml=True))
    assert template.source == "chatml"
    assert template.around("Be fair.") == (
        "<|im_start|>system\nBe fair.<|im_end|>\n<|im_start|>user\n",
        "<|im_end|>\n<|im_start|>assistant\n",
    )


def test_the_models_own_comes_first():
    template = ChatTemplate(info(LLAMA_3, chatml=True, bos="<|begin_of_text|>", adds_bos=True))
    before, after = template.around("  Be fair.\n")
    assert template.source == "model"
    assert before == (
        f"<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nToday Date: {DATE}\n\nBe fair."
        "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n"
    )
    assert after == "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n"


@pytest.mark.parametrize("template", [GEMMA, IGNORES_SYSTEM])
def test_without_a_system_role_it_opens_the_users_turn(template):
    before, after = ChatTemplate(info(template)).around("Be fair.")
    assert before.endswith("Be fair.\n\n") and after
    assert before.count("Be fair.") == 1


@pytest.mark.parametrize(
    ("template", "adds_bos", "count"),
    [(LLAMA_3, True, 1), (LLAMA_3, False, 1), (CHATML, True, 1), (CHATML, False, 0)],
)
def test_the_text_begins_with_bos_at_most_once(template, adds_bos, count):
    before, _ = ChatTemplate(info(template, bos="<s>", adds_bos=adds_bos)).around("Be fair.")
    assert before.count("<s>") == count and before.startswith("<s>") == bool(count)


def test_a_model_that_adds_bos_but_has_none():
    assert ChatTemplate(info(CHATML, bos="", adds_bos=True)).around("a")[0].startswith("<|im_start|>")


def test_the_date_is_fixed():
    template = "{{ strftime_now('%d %B %Y') }} {{ messages[0].content }} {{ messages[-1].content }}"
    before, _ = ChatTemplate(info(template)).around("Be fair.")
    assert before == f"{DATE} Be fair. "


def test_whatever_the_system_text_says_is_kept():
    system = "Use {{ braces }} and {% tags %}, “quotes” & <b>."
    assert system in ChatTemplate(info(CHATML)).around(system)[0]


@pytest.mark.parametrize(
    "template",
    [
        "{% for m in messages %}",
        "{{ messages",
        "{% unknown %}",
        "   ",
        "Hello.",
        "{{ messages[0]['content'] }}",  # never the user's words
        "{% for m in messages %}{{ m.content }}{{ m.content }}{% endfor %}",  # twice
        "{{ raise_exception('no') }}",
        "{{ messages[7]['content'] }}",
        "{{ messages[0]['content'] + 1 }}",
        "{{ 1 // 0 }}",
        "{{ range(10 ** 9) | list }}",
        "{{ messages.__class__.__mro__[1].__subclasses__() }}{{ messages[0].content }}",
        "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
        "{% set _ = messages.append(1) %}{{ messages[0].content }}{{ messages[1].content }}",  # not its own
    ],
)
def test_a_template_that_fails_is_refused_in_a_sentence(template):
    with pytest.raises(ModelUnusable) as refused:
        ChatTemplate(info(template)).around("Be fair.")
    assert re.fullmatch(r"its chat template can't (be read \(.+\)|hold a question)", str(refused.value))


@pytest.mark.parametrize("template", [None, ""])
def test_a_base_model_is_refused(template):
    with pytest.raises(ModelUnusable, match="no chat template: choose an instruct model"):
        ChatTemplate(info(template))
