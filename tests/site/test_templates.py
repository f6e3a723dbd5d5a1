"""The templates as their readers see them."""

import re

from hexapla_site.folders import TEMPLATES
from hexapla_site.rendering import UnindentedTemplates, template_environment


def test_indentation_stays_in_the_templates_but_in_a_pre() -> None:
    loader = UnindentedTemplates(TEMPLATES)
    source, *_ = loader.get_source(template_environment(), "data.html")
    in_pre = re.findall("<pre.*?</pre>", source, re.DOTALL)
    assert any("\n    vectors = json.load" in text for text in in_pre)
    others = re.sub("<pre.*?</pre>", "", source, flags=re.DOTALL)
    assert not re.search("^ ", others, re.MULTILINE)
