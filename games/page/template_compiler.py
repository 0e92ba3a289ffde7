"""Template compiler: Jinja2's code generator, for templates that are rendered at every push.

Jinja writes code that is right for any template: each attribute may be a key as well, each
function may want the context, each output may be anything. Ours are plain, so an attribute is an
attribute, a call is a call, and what is a text or a number already is not wrapped to be unwrapped
again. An attribute that is misspelt is an error then, where Jinja would print nothing.
"""

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst


class PlainCode(CodeGenerator):
    def write_commons(self) -> None:
        super().write_commons()
        self.writeline("escape = environment.escape")
        self.writeline("resolve = context.parent.__getitem__")

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    @optimizeconst
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.visit(node.node, frame)
        self.write("(")
        for argument in [*node.args, *node.kwargs]:
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")
