"""What the docs show is run, and what they list is what the code has."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import referees.api_urls
import tournaments.api_urls
from referees.models import TableLink
from scoring.errors import ILLEGAL, MALFORMED
from scoring.games import replay
from scoring.log import KINDS, read_line
from scoring.rules import CHOICES, DEFAULT_TARIFF, Rules, Step, parse_rules
from tests import builders

from .scoring.test_game_log import assert_contains

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
LOG_FORMAT, RULES, API = (DOCS / f"{name}.md" for name in ("log-format", "rules", "api"))
GUIDES = ("organiser", "referee")
RULE_NAMES = tuple(Rules.__dataclass_fields__)


class Block(NamedTuple):
    """One fenced block of a page: its language, the word after it, and its text."""

    page: Path
    language: str
    word: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.name}: {self.word or self.text.strip().splitlines()[0]}"


def blocks(page: Path) -> Iterator[Block]:
    """Give the fenced blocks of a page in their order."""
    for language, word, text in re.findall(r"^```(\w*) ?(\S*)\n(.*?)^```$", page.read_text(), re.M | re.S):
        yield Block(page, language, word, text)


ALL_BLOCKS = [block for page in PAGES for block in blocks(page)]
JSON_BLOCKS = [block for block in ALL_BLOCKS if block.language == "json"]
FILES = {block.word: block for block in JSON_BLOCKS if block.word.endswith(".json")}
REPLAYS = [block for block in ALL_BLOCKS if block.language == "console" and "python -m scoring" in block.text]


class Command(NamedTuple):
    """What stands after the prompt, and what the page says it prints."""

    text: str
    prints: str


def commands(block: Block) -> list[Command]:
    """Take a session apart; `> ` goes on with the line before."""
    parts: list[Command] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            parts.append(Command(line[2:], ""))
        elif line.startswith("> ") and not parts[-1].prints:
            parts[-1] = Command(f"{parts[-1].text}\n{line[2:]}", "")
        else:
            parts[-1] = Command(parts[-1].text, f"{parts[-1].prints}{line}\n")
    return parts


def assert_prints(printed: str, command: Command) -> None:
    """Compare what was printed: JSON by its values, which `...` may shorten, anything else word by word."""
    if not command.prints.startswith("{"):
        assert printed.strip() == command.prints.strip(), command.text
        return
    expected, shortened = without_dots(command.prints)
    assert_contains(json.loads(printed), expected)
    assert shortened or json.loads(printed) == expected


def without_dots(text: str) -> tuple[Any, bool]:
    """Read JSON in which `...` stands for fields left out, and tell whether it does."""
    shortened = re.sub(r",\s*\.\.\.(?=\s*})", "", text)
    return json.loads(shortened), shortened != text


def rows(page: Path, heading: str) -> list[list[str]]:
    """Give the cells of the table rows under a heading, down to the next one."""
    text = page.read_text().split(f"\n{heading}\n", 1)[1]
    lines = takewhile(lambda line: not line.startswith("#"), text.splitlines())
    table = [line for line in lines if line.startswith("|") and not re.fullmatch(r"[| -]+", line)]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table]


def coded(text: str) -> list[str]:
    """List what a text sets as code."""
    return re.findall(r"`([^`]+)`", text)


def test_there_is_something_to_run() -> None:
    assert {"evening.json", "too-early.json", "forgotten.json"} <= FILES.keys()
    assert len(REPLAYS) >= 3


@pytest.mark.parametrize("block", JSON_BLOCKS, ids=str)
def test_every_json_block_is_what_it_says(block: Block) -> None:
    value = json.loads(block.text)
    if block.word == "lines":
        assert [read_line(line, Rules()).kind for line in value] == [line["kind"] for line in value]
    elif block.word == "rules":
        assert parse_rules(value) != Rules()
    elif block.word:
        assert value["format"] == 1
        assert any(block.word in session.text for session in REPLAYS), f"{block.word} is never replayed"


@pytest.mark.parametrize("block", REPLAYS, ids=str)
def test_a_replay_prints_what_the_page_says(block: Block, tmp_path: Path) -> None:
    for name, file in FILES.items():
        (tmp_path / name).write_text(file.text)
    code = 0
    for command in commands(block):
        if command.text == "echo $?":
            assert int(command.prints) == code
            continue
        python, *words, name = command.text.split()
        assert python == "python"
        code, printed = run([sys.executable, *words, str(tmp_path / name)], cwd=ROOT)
        assert_prints(printed, command)


def run(words: list[str], cwd: Path) -> tuple[int, str]:
    """Run a program and give how it ended and what it printed."""
    done = subprocess.run(words, cwd=cwd, capture_output=True, check=False, text=True, timeout=60)
    return done.returncode, done.stdout


@pytest.mark.skipif(not (shutil.which("bash") and shutil.which("curl")), reason="bash or curl is not installed")
@pytest.mark.django_db(transaction=True)
def test_the_examples_of_the_api_answer_as_the_page_says(live_server: Any, tmp_path: Path) -> None:
    made = builders.event(pairs=4, slug="amber-coast-open")
    builders.add_round(made.tournament)
    TableLink.objects.create(tournament=made.tournament, table=1, code="Y3DS5F")
    session = [command for block in blocks(API) if block.language == "console" for command in commands(block)]
    assert len(session) > 20
    script = [command.text.replace("http://127.0.0.1:8000", live_server.url) for command in session]
    end = "--- the next command ---"
    code, printed = run(["bash", "-c", "\n".join(f"{text}\necho; echo '{end}'" for text in script)], cwd=tmp_path)
    assert code == 0
    for command, answer in zip(session, printed.split(end), strict=False):
        assert_prints(answer, command)


def test_the_api_page_lists_every_address() -> None:
    page = API.read_text()
    addresses = [
        "/api/v1/" + re.sub(r"<\w+:(?:\w+_)?(\w+)>", r"<\1>", str(pattern.pattern))
        for pattern in [*tournaments.api_urls.urlpatterns, *referees.api_urls.urlpatterns]
    ]
    assert [address for address in addresses if address not in page] == []


def test_the_log_format_lists_every_rule_with_its_default() -> None:
    defaults = {}
    for name, default, _values in rows(LOG_FORMAT, "## Rules")[1:]:
        (code,) = coded(name)
        defaults[code] = coded(default)[0] if coded(default) else None
    book = {name: getattr(Rules(), name) for name in RULE_NAMES}
    assert defaults.pop("tariff") is None
    assert book.pop("tariff") == DEFAULT_TARIFF
    assert defaults == {name: value if isinstance(value, str) else json.dumps(value) for name, value in book.items()}


def test_the_log_format_lists_the_values_of_every_choice_in_their_order() -> None:
    values = {coded(name)[0]: tuple(coded(values)) for name, _default, values in rows(LOG_FORMAT, "## Rules")[1:]}
    assert {name: values[name] for name in CHOICES} == CHOICES


def test_the_rules_explain_every_setting_and_every_value() -> None:
    explained: dict[str, list[str]] = {}
    name = ""
    for cells in (row for heading in settings_headings() for row in rows(RULES, heading)[1:]):
        name = coded(cells[0])[0] if cells[0] else name
        explained.setdefault(name, []).extend(coded(cells[1]))
    assert explained.keys() == set(RULE_NAMES) - {"tariff"}
    assert {choice: tuple(explained[choice]) for choice in CHOICES} == CHOICES
    for setting, values in explained.items():
        if setting not in CHOICES and getattr(Rules(), setting) is not None:
            assert values[0] == json.dumps(getattr(Rules(), setting)), f"{setting} begins with its default"


def settings_headings() -> list[str]:
    """List the headings between the settings and the tariff."""
    text = RULES.read_text()
    part = text[text.index("## The settings") : text.index("### Breaches and the tariff")]
    return re.findall(r"^### .*$", part, re.M)


def test_the_tariff_in_the_docs_is_the_one_of_the_code() -> None:
    table = {coded(code)[0]: ladder for code, _what, ladder, _answers in rows(RULES, "### Breaches and the tariff")[1:]}
    assert table.pop("other") == "what the referee says"
    assert table == {code: ladder_in_words(steps) for code, steps in DEFAULT_TARIFF.items()}


def ladder_in_words(steps: tuple[Step, ...]) -> str:
    """Write a ladder as the docs do."""
    words = {"warning": "a warning", "game_loss": "the game is lost"}
    return ", then ".join(words.get(step.sanction, str(step.points)) for step in steps)


@pytest.mark.parametrize("code", [*DEFAULT_TARIFF, "other"])
def test_the_log_format_names_every_code_of_a_penalty(code: str) -> None:
    assert f"`{code}`" in LOG_FORMAT.read_text()


def test_the_log_format_lists_every_error_under_its_kind() -> None:
    text = LOG_FORMAT.read_text()
    errors = text[text.index("\nMalformed:\n") : text.index("## The state")]
    malformed, illegal = errors.split("\nIllegal:\n")
    assert re.findall(r"^\| `(\w+)` \|", malformed, re.M) == list(MALFORMED)
    assert re.findall(r"^\| `(\w+)` \|", illegal, re.M) == list(ILLEGAL)


def test_the_params_of_an_error_are_those_its_sentence_names() -> None:
    listed = {
        match[0]: set(coded(match[1]))
        for match in re.findall(r"^\| `(\w+)` \| (.*?) ?\| .* \|$", LOG_FORMAT.read_text(), re.M)
    }
    for code, sentence in {**MALFORMED, **ILLEGAL}.items():
        assert set(re.findall(r"\{(\w+)\}", sentence)) <= listed[code], code


def test_the_log_format_lists_every_kind_of_line() -> None:
    listed = [code for row in rows(LOG_FORMAT, "## Lines")[1:] for code in coded(row[0])]
    assert listed == list(KINDS)


def test_the_log_format_describes_every_field_of_the_state() -> None:
    listed = {code for row in rows(LOG_FORMAT, "## The state")[1:] for code in coded(row[0])}
    assert replay({"format": 1, "lines": []}).keys() <= listed


def test_the_rules_say_what_every_number_of_the_rule_book_is() -> None:
    text = RULES.read_text()
    said = {
        f"{letter}{number}"
        for letter, first, last in re.findall(r"\b([SA])(\d+)(?:–[SA](\d+))?\b", text)
        for number in range(int(first), int(last or first) + 1)
    }
    cited = {
        number
        for folder in ("scoring", "tournaments", "referees")
        for file in (ROOT / folder).rglob("*.py")
        for number in re.findall(r"\b[SA][1-9]\d?\b", file.read_text())
    }
    assert said >= {f"S{number}" for number in range(1, 47)} | {f"A{number}" for number in range(1, 32)}
    assert cited <= said


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_quotes_labels_that_the_pages_have(guide: str) -> None:
    text = (DOCS / f"{guide}.md").read_text()
    quoted = {wildcard(" ".join(label.split())) for label in re.findall(r"\*\*(.+?)\*\*", text, re.S)}
    assert len(quoted) > 50
    pages = {wildcard(label) for label in labels()}
    assert quoted - pages == set()


def labels() -> Iterator[str]:
    """Give every sentence that pages, forms and scripts show, with `1` for what they fill in."""
    for folder, ending in (("templates", "html"), ("static", "js"), ("tournaments", "py"), ("referees", "py")):
        for file in (ROOT / folder).rglob(f"*.{ending}"):
            text = file.read_text()
            yield from re.findall(r"""(?:gettext(?:_lazy)?|_|translate)[( ]\s*"([^"]+)\"""", text)
            yield from re.findall(r"""pgettext(?:_lazy)?\(\s*"[^"]+",\s*"([^"]+)\"""", text)
            for block in re.findall(r"{% blocktranslate[^%]*%}(.+?){% endblocktranslate %}", text, re.S):
                yield from (" ".join(words.split()) for words in block.split("{% plural %}"))


def wildcard(label: str) -> str:
    """Make one label of "Draw round 1", "Draw round %(number)s" and "Draw round {{ number }}"."""
    return re.sub(r"\d+|%\(\w+\)[sd]|\{\{ \w+ \}\}", "1", label).lower()


def test_every_picture_is_shown_on_a_page_and_taken_by_the_script() -> None:
    pictures = {path.stem for path in (DOCS / "pictures").iterdir()}
    shown = {Path(target).stem for _page, target in LINKED if target.endswith(".png")}
    scripts = "".join((ROOT / f"tests/browser/{name}.py").read_text() for name in ("pictures", "day"))
    taken = set(re.findall(r"""keep(?:_sheet)?\(.+, "([\w-]+)"\)""", scripts))
    assert pictures == shown == taken


LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
LINKED = [
    (page, target)
    for page in [ROOT / "README.md", ROOT / "CHANGELOG.md", *PAGES]
    for target in LINK.findall(page.read_text())
    if not re.match(r"\w+:", target)
]


@pytest.mark.parametrize(("page", "target"), LINKED, ids=[f"{page.name}: {target}" for page, target in LINKED])
def test_a_link_leads_to_a_file_and_to_a_heading_in_it(page: Path, target: str) -> None:
    path, _, heading = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    assert file.exists(), f"{page.name} links to {target}"
    if heading:
        assert heading in [anchor(line) for line in re.findall(r"^#+ (.*)$", file.read_text(), re.M)]


def anchor(heading: str) -> str:
    """Make the address of a heading as GitHub and GitLab do."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
