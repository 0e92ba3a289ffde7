"""Script bundles: a page runs its modules, each once, in a handful of files."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from playwright.sync_api import Browser, Route

from config.scripts import EARLY, EVERY_PAGE, LIBRARIES, OTHER_PAGES, VENDOR, bundles

SITE = {"js/site.js": "", "js/bell.js": 'import "./dom.js";\n'}
MODULES = {
    **SITE,
    "js/dom.js": """\
// Counts how often it is asked.
let asked = 0;
/**
 * More words than code.
 * @returns {number}
 */
export function count() {
  return ++asked; // and not `once` more
}
export const shout = (/** @type {string} */ word) => `${word}!`;
""",
    "js/log.js": "export async function log(text) {\n  document.title += text;\n}\n",
    "js/first.js": """\
import { count, shout as loud } from "./dom.js";
import * as log from "./log.js";
import "./touch.js";

log.log(loud(count()));
""",
    "js/touch.js": 'document.body.dataset.touched = "yes";\n',
    "js/broken.js": "null.fail();\n",
    "chess/game.js": """\
import {
  count,
} from "../js/dom.js";
import { log } from "../js/log.js";

log(` ${count()}`);
""",
}


def test_modules_run_once_in_order_and_whatever_becomes_of_the_others(browser: Browser) -> None:
    made = bundles(["window.order = 'a';", "window.order += 'b';"], MODULES)
    html = f'<body><script src="/{VENDOR}" defer></script>'
    for name in ["js/bell.js", "js/first.js", "js/broken.js", "chess/game.js"]:
        bundle = EVERY_PAGE if name in SITE else OTHER_PAGES
        html += f'<script src="/{bundle}" type="module" data-run="{name}"></script>'
    asked: list[str] = []

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix("http://localhost/")
        asked.append(path)
        kind = "text/javascript" if path in made else "text/html"
        route.fulfill(body=made.get(path, html), content_type=kind)

    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("http://localhost/**", answer)
    page.goto("http://localhost/")
    assert page.title() == "1! 2", "both counted on one counter"
    assert page.evaluate("order + document.body.dataset.touched") == "abyes"
    assert len(errors) == 1 and "null" in errors[0]
    assert sorted(asked) == sorted(["", VENDOR, EVERY_PAGE, OTHER_PAGES])
    page.close()


def test_a_bundle_has_what_its_pages_need_and_no_comments() -> None:
    made = bundles([], MODULES)
    inside = {name: re.findall(r'^makers\["(.+?)"\]', text, re.M) for name, text in made.items()}
    assert inside[EVERY_PAGE] == ["js/bell.js", "js/dom.js", "js/site.js"]
    assert sorted(inside[EVERY_PAGE] + inside[OTHER_PAGES]) == sorted(MODULES)
    assert "Counts" not in made[EVERY_PAGE] and "More words" not in made[EVERY_PAGE]
    assert made == bundles([], dict(reversed(MODULES.items()))), "the same files, the same hash"


def test_all_our_modules_can_be_bundled() -> None:
    folders = [Path(folder) for folder in settings.STATICFILES_DIRS]
    files = [(folder, file) for folder in folders for file in folder.rglob("*.js")]
    texts = {file.relative_to(folder).as_posix(): file.read_text() for folder, file in files}
    modules = {name: text for name, text in texts.items() if name not in {EARLY, *LIBRARIES}}
    made = bundles([], modules)
    assert len(modules) > 30
    assert made[EVERY_PAGE].count("\nmakers[") + made[OTHER_PAGES].count("\nmakers[") == len(
        modules
    )
    for name in [EVERY_PAGE, OTHER_PAGES]:
        assert not re.search(r"^\s*(?:import|export|//|/\*)", made[name], re.M)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("export default 1;\n", "export default"),
        ("export let changes = 1;\n", "export let"),
        ('export { one } from "./site.js";\n', "export {"),
        ('import one from "./site.js";\n', "import one"),
        ('import { one } from "package";\n', "import {"),
        ("const long = `\n// no comment\n`;\n", "const long"),
        ('import "./lost.js";\n', "js/lost.js"),
        ('import "./bell.js";\n', "import each other"),
    ],
)
def test_what_no_bundle_can_be_made_of_is_refused(text: str, words: str) -> None:
    circle = {"js/bell.js": 'import "./odd.js";\n'} if "bell" in text else {}
    with pytest.raises(ImproperlyConfigured, match=re.escape(words)):
        bundles([], {**SITE, "js/dom.js": "", "js/odd.js": text, **circle})
