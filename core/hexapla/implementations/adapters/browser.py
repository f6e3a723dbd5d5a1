"""Call `new URL` in a browser that Playwright runs: `browser.py chromium`.

For chromium, the program `chromium` on PATH is used, if there is one. Otherwise, and for firefox
and webkit, Playwright's own build is used.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

from playwright.sync_api import Browser, BrowserType, Error, Page, Playwright, sync_playwright

from hexapla.implementations.adapters.python_packages import Told, parts_of
from hexapla.implementations.asking import NoAnswerError, RejectionError
from hexapla.implementations.serving import serve

# Strings are passed as JSON, which can represent lone surrogates.
NEW_URL = """asked => {
  try {
    const url = new URL(...JSON.parse(asked));
    const {href, protocol, username, password, hostname, port, pathname, search, hash} = url;
    return JSON.stringify(
      {href, protocol, username, password, hostname, port, pathname, search, hash});
  } catch (error) {
    return JSON.stringify({error: error.message});
  }
}"""


def new_url(page: Page, *texts: str) -> SimpleNamespace:
    """Return the attributes of the object that `new URL(...texts)` creates.

    Raises:
        RejectionError: `new URL` throws an error.
        NoAnswerError: The page can't run the script.
    """
    try:
        told = json.loads(page.evaluate(NEW_URL, json.dumps(texts)))
    except Error as error:
        raise NoAnswerError(first_line(error)) from None
    if "error" in told:
        raise RejectionError(told["error"])
    return SimpleNamespace(**told)


def launched(playwright: Playwright, name: str) -> Browser:
    """Start a browser, or exit with the reason why no browser can be started."""
    kind: BrowserType = getattr(playwright, name)
    path = (shutil.which(name) if name == "chromium" else None) or kind.executable_path
    if not Path(path).exists():
        sys.exit(f"Playwright has no {name}")
    try:
        return kind.launch(executable_path=path)
    except Error as error:
        sys.exit(first_line(error))


def first_line(error: Error) -> str:
    """Return the first line of an error's message, without the advice that follows."""
    return error.message.partition("\n")[0]


def main(name: str) -> None:
    """Answer questions with a browser."""
    with sync_playwright() as playwright, launched(playwright, name) as browser:
        page = browser.new_page()

        def resolve(base: str, reference: str) -> str:
            return str(new_url(page, reference, base).href)

        def parse(url: str) -> Told:
            return parts_of(new_url(page, url))

        serve(browser.version, resolve, parse)


if __name__ == "__main__":
    # The caller kills this program's process group, and a killed browser would leave its folders
    # behind. Therefore, the browser runs in another session, and exits at the end of its input.
    if child := os.fork():
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    os.setsid()
    main(sys.argv[1])
