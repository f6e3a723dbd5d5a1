"""Facts about schemes, as data with a citation each."""

import functools
import json
import re
from datetime import date
from pathlib import Path

import attrs

from hexapla.documents.citation import Citation, Document, Provision
from hexapla.operations.equivalence import Rewriting
from hexapla.text.escapes import ascii_lower, mapped


@attrs.frozen
class SchemeFact:
    """A fact that a document states of a scheme: what the fact is, and its value.

    `provision` is the document's own rule.
    """

    scheme: str
    fact: str
    value: str
    provision: Provision


@attrs.frozen
class SchemeFacts:
    """The facts that were stated up to a date.

    Schemes are compared as they are written: ignoring their case is a rewriting of its own. An
    authority ends at any of the characters in `ends`.
    """

    facts: tuple[SchemeFact, ...]
    ends: str = "/?#"

    def of(self, scheme: str, fact: str) -> SchemeFact | None:
        """Return a fact of a scheme; None where it is not stated."""
        wanted = scheme, fact
        return next((item for item in self.facts if (item.scheme, item.fact) == wanted), None)

    def rewritings(self, *facts: str) -> tuple[Rewriting, ...]:
        """Return the rewritings that facts allow, each for one scheme and by its own rule."""
        return tuple(
            Rewriting(item.provision, functools.partial(self._rewrite, item))
            for fact in facts
            for item in self.facts
            if item.fact == fact
        )

    def apply(self, fact: str, text: str) -> str:
        """Rewrite a text by a fact of its own scheme, where there is one."""
        stated = self.of(text.partition(":")[0], fact)
        return text if stated is None else self._rewrite(stated, text)

    def _rewrite(self, fact: SchemeFact, text: str) -> str:
        """Change authority and path of a URI of the fact's scheme."""
        pattern = rf"({re.escape(fact.scheme)}:)(?://([^{self.ends}]*))?([^?#]*)(.*)"
        uri = re.compile(pattern, re.DOTALL).fullmatch(text)
        if uri is None:
            return text
        scheme, authority, path, rest = uri.groups()
        authority, path = _rewritten(fact, authority, path, rest)
        return scheme + ("" if authority is None else "//" + authority) + path + rest


# What the facts allow to write differently, in authority and path.


# A question mark stands in no host, even where it does not end the authority.
_HOST_AND_PORT = re.compile(r"(\[[^\[\]]*\]|[^:?\[\]]*):([0-9]*)")


def without_port(authority: str, port: str) -> str:
    """Cut a port and its colon off a server's authority, where it is that port."""
    login, at, hostport = authority.rpartition("@")
    parts = _HOST_AND_PORT.fullmatch(hostport)
    return login + at + parts[1] if parts is not None and parts[2] == port else authority


def _rewritten(
    fact: SchemeFact, authority: str | None, path: str, rest: str
) -> tuple[str | None, str]:
    """Return authority and path as a fact lets them be written."""
    match fact.fact:
        case "default-port" if authority is not None:
            return without_port(authority, fact.value), path
        case "void-path" if authority is not None and path in ("", "/"):
            searched = "?" in authority.rpartition("@")[2] or rest.startswith("?")
            return authority, path if searched else fact.value
        case "void-host" if authority == fact.value:
            return "", path
        case "no-authority" if authority is None and path.startswith("/"):
            return fact.value, path
        case "host-in-path":
            before, mark, host = path.partition(fact.value)
            # Of several addresses, which host ends where is the scheme's business.
            if mark and not {fact.value, ","} & set(host):
                return authority, before + mark + mapped(host, ascii_lower)
    return authority, path


def load_scheme_facts(path: Path, until: date, ends: str = "/?#") -> SchemeFacts:
    """Return the facts that documents dated up to `until` state, from a JSON file.

    So a standard never borrows from a later one.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    documents = {
        item["id"]: Document(**item | {"date": date.fromisoformat(item["date"])})
        for item in data["documents"]
    }
    facts = {}
    for row in data["facts"]:
        document = documents[row["document"]]
        if document.date <= until:
            citation = Citation(document, row["section"])
            fact = SchemeFact(
                row["scheme"], row["fact"], row["value"], Provision(citation, row["does"])
            )
            facts[fact.scheme, fact.fact] = fact
    return SchemeFacts(tuple(facts.values()), ends)
