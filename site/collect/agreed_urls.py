"""Learn on which URLs parsers agree, for the pages "URLs with an agreed host".

This program asks the installed parsers. It calls parsers in Python packages directly, and starts
the adapters of all others. Run it with a folder for the learned agreements:

    python site/collect/agreed_urls.py FOLDER

An agreement that the folder already contains isn't learned again, so a run can be resumed.

The result is `agreed-urls.json` in the site's data. It contains the agreement of all standards and
installed parsers, the agreement of the two current standards, and the agreement of each pair in
`PAIRS` if both parsers are installed. The agreement of the current standards is also written to the
package, for `agreed_host`.
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import hexapla
import hexapla_site
from hexapla.agreements.agreed_host import SCHEMES
from hexapla.agreements.agreement import UrlAgreement
from hexapla.agreements.readers import named_reader, readers_of
from hexapla.agreements.search import Learning
from hexapla.agreements.stored import SHIPPED, agreement_of
from hexapla.agreements.words import ways_out
from hexapla.implementations.adapters import PARSERS, AbsentError, Adapter, python_packages
from hexapla.implementations.programs import ADAPTER, SPEC, TIMEOUT, Asked
from hexapla.standard.registry import default_columns
from hexapla.values.provenance import provenance_now

DATA = Path(hexapla_site.__file__).parent / "data" / "agreed-urls.json"
IN_FORCE = ("spec:rfc3986", "spec:whatwg")
PYTHON = ("urllib.parse", "urllib3", "requests", "httpx", "yarl", "ada")
OTHERS = ("java.net.URI", "node-URL", "go-net-url", "php-parse_url")
PAIRS = (
    *combinations(PYTHON, 2),
    *(("urllib.parse", name) for name in OTHERS),
)


def on_the_machine() -> Mapping[str, str]:
    """Return the installed parsers, each with its version."""
    found = {}
    for item in PARSERS:
        try:
            found[item.name] = item.version()
        except AbsentError as error:
            print(f"{item.name} is left out: {error}", flush=True)
    return found


def asked_as(item: Adapter) -> Asked:
    """Return a parser as a function if it is in Python, and otherwise as an adapter's name."""
    if item.file != "python_packages.py":
        return ADAPTER + item.name
    functions: Callable[[], tuple[object, Any]] = getattr(
        python_packages, item.arguments[0].replace("-", "_")
    )
    _, parse = functions()
    asked: Asked = parse
    return asked


def learned(folder: Path, names: Sequence[str], versions: Mapping[str, str]) -> UrlAgreement:
    """Read the agreement of standards and parsers from a folder, or learn and store it.

    Args:
        folder: The folder with the learned agreements.
        names: The names of the parsers, and the selectors of the standards after `spec:`.
        versions: The versions of the parsers, keyed by name.
    """
    path = folder / f"{'+'.join(names)[:200]}.json"
    if path.exists():
        return agreement_of(json.loads(path.read_text("utf-8")))
    by_name = {item.name: item for item in PARSERS}
    asked: list[Asked] = []
    labels: list[str] = []
    for name in names:
        if name.startswith(SPEC):
            asked.append(named_reader(name))
            labels.append(hexapla.spec(name.removeprefix(SPEC)).label)
        else:
            asked.append(asked_as(by_name[name]))
            labels.append(name)
    with readers_of(asked, labels, ("host",), TIMEOUT) as reading:
        told = {label: versions.get(name) for label, name in zip(labels, names, strict=True)}
        agreement = Learning(reading, ("host",), SCHEMES, versions=told).run()
    path.write_text(json.dumps(agreement.to_dict()), "utf-8")
    regex = agreement.regex and len(agreement.regex)
    print(f"{path.name}: {agreement.states} states, {regex} characters", flush=True)
    return agreement


def shown_of(agreement: UrlAgreement) -> dict[str, object]:
    """Return the JSON form for the site, with only the shortest of each set of similar borders."""
    ways = ways_out(agreement)
    form = agreement.to_dict()
    del form["automaton"], form["regex"]
    return {
        **form,
        "borders": [way.border.to_dict() for way in ways],
        "places": [way.places for way in ways],
    }


def main() -> None:
    """Learn the agreements that the folder lacks, and write the data."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    versions = on_the_machine()
    standards = tuple(f"{SPEC}{spec.id}" for spec in default_columns())
    pairs = [pair for pair in PAIRS if versions.keys() >= set(pair)]
    chosen = {
        "in force": IN_FORCE,
        **{" and ".join(pair): pair for pair in pairs},
        "all": (*standards, *versions),
    }
    found = {name: learned(folder, names, versions) for name, names in chosen.items()}
    SHIPPED.write_text(json.dumps(found["in force"].to_dict()) + "\n", "utf-8")
    agreements = {name: shown_of(agreement) for name, agreement in found.items()}
    form = {
        "hexapla": provenance_now().to_dict(),
        "agreements": agreements,
    }
    DATA.write_text(json.dumps(form, ensure_ascii=True, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
