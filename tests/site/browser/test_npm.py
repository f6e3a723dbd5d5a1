"""Parsers installed by npm run on the pages, and give the same answers as in Node."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from browsing import NewContext, wait_for_answer
from npm_modules import MODULES, needs_npm

from hexapla_site.browser.npm import PARSERS, npm_script
from hexapla_site.build import build_site

URLS = [
    *(
        "http://a\\@b/",
        "http://u:p@H.example:8080/x",
        "http://a@b@c/",
        "mailto:a@b",
        "http://[::1]/",
    ),
    *("http://%41/", "http:a/b", "//h/p", "http://a b/", "http://\u00e9/", ""),
]
HOSTS = """
const urls = JSON.parse(process.argv[1]);
const attempt = (act) => { try { return act() || null; } catch { return "refused"; } };
const told = (parts) => { if (parts.error) throw new Error(parts.error); return parts; };
const Url = require("url-parse");
const ways = {
  "url-parse": (text) => new Url(text, {}).hostname,
  "uri-js": (text) => told(require("uri-js").parse(text)).host,
  "fast-uri": (text) => told(require("fast-uri").parse(text)).host,
};
const hostsBy = (host) => urls.map((url) => attempt(() => host(url)));
const hosts = Object.entries(ways).map(([name, host]) => [name, hostsBy(host)]);
console.log(JSON.stringify(Object.fromEntries(hosts)));
"""
IN_PAGE = """(urls) => Object.fromEntries(window.hexaplaNpmParsers.map(({name, host}) => [
  name.split(" ")[0],
  urls.map((url) => { try { return host(url) || null; } catch { return "refused"; } }),
]))"""


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the front page of a site with these parsers."""
    folder = tmp_path_factory.mktemp("npm") / "site"
    build_site(folder, only=["front", "playground"], npm=MODULES)
    return (folder / "index.html").as_uri()


@needs_npm
def test_they_answer_as_in_node(new_context: NewContext, front: str) -> None:
    page = new_context().new_page()
    page.goto(front)
    command = ["node", "-e", HOSTS, json.dumps(URLS)]
    environment = {**os.environ, "NODE_PATH": str(MODULES)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert page.evaluate(IN_PAGE, URLS) == json.loads(done.stdout)


@needs_npm
def test_they_stand_in_the_column_of_parsers(new_context: NewContext, front: str) -> None:
    page = new_context().new_page()
    page.goto(front)
    page.fill("#reference", "http://good.example\\@evil.example/unrecorded")
    wait_for_answer(page, "evil.example")
    told = page.inner_text("#answer .which-host")
    for name in PARSERS:
        assert re.search(rf"\b{name} \d+\.\d+\.\d+", told), name
        assert page.locator("#check option", has_text=name).count() >= 1


def test_a_folder_without_parsers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="none of url-parse"):
        npm_script(tmp_path)
