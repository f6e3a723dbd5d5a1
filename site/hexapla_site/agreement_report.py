"""A page about the URLs that all given standards and parsers split alike."""

from pathlib import Path

import attrs

from hexapla.agreements.agreement import UrlAgreement
from hexapla.standard.registry import columns_of
from hexapla_site.output import write_report_page
from hexapla_site.report.agreement import ShownAgreement, agreement_context


@attrs.frozen
class AgreementReportContext:
    """The content of the page."""

    agreed: ShownAgreement


def write_report(agreement: UrlAgreement, directory: Path) -> None:
    """Write a page about an agreement to a folder.

    Raises:
        ForeignFolderError: The folder is not empty, and doesn't contain a report.
        RunError: The folder can't be replaced, or another process is writing to it.
        OSError: The page can't be written.
    """
    context = AgreementReportContext(agreement_context(agreement))
    write_report_page(directory, columns_of(None), "agreement-report.html", context)
