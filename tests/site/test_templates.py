"""The templates as their readers see them."""

from hexapla_site.folders import TEMPLATES
from hexapla_site.rendering import UnindentedTemplates, template_environment


def test_indentation_stays_in_the_templates_but_in_a_pre() -> None:
    loader = UnindentedTemplates(TEMPLATES)
    source, *_ = loader.get_source(template_environment(), "data.html")
    indented = [line for line in source.splitlines() if line.startswith(" ")]
    assert indented
    in_pre = source.split("<pre")[-1].split("</pre>")[0]
    assert all(line in in_pre for line in indented)
