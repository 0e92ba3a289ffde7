"""Template tags of a page's head: `{% capture %}`, `{% website %}`, `{% breadcrumbs %}`.

A block can stand in one place of a template only, and a title is needed in three. So `base.html`
captures its blocks once, and `partials/meta.html` writes every tag from them.
"""

from django import template
from django.conf import settings
from django.template import Context, NodeList
from django.template.base import Parser, Token
from django.utils.safestring import SafeString, mark_safe

from sharing import structured_data

register = template.Library()


class Capture(template.Node):
    """Renders what is inside into a variable, on one line."""

    def __init__(self, name: str, nodelist: NodeList) -> None:
        self.name, self.nodelist = name, nodelist

    def render(self, context: Context) -> SafeString:
        # Each part has escaped itself; only white space goes.
        context[self.name] = mark_safe(" ".join(self.nodelist.render(context).split()))
        return SafeString()


@register.tag
def capture(parser: Parser, token: Token) -> Capture:
    """`{% capture name %}…{% endcapture %}`"""
    _tag, name = token.split_contents()
    nodelist = parser.parse(("endcapture",))
    parser.delete_first_token()
    return Capture(name, nodelist)


@register.simple_tag
def site_address(path: str = "") -> str:
    """An absolute address, also where no request brought one."""
    return f"{settings.SITE_URL}{path}"


@register.simple_tag
def website(description: str) -> SafeString:
    return structured_data.website(description)


@register.simple_tag
def breadcrumbs(*names_and_paths: str) -> SafeString:
    """`{% breadcrumbs name path name path … %}`"""
    pairs = zip(names_and_paths[::2], names_and_paths[1::2], strict=True)
    return structured_data.breadcrumbs(*((str(name), path) for name, path in pairs))
