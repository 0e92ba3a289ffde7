"""Context of the API reference page: the OpenAPI document, in an order and in words for people."""

import json
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from api import openapi
from api.game_examples import move_examples, view_example
from api.game_schemas import COMPONENTS, schemas_of
from games import registry

METHODS = {"get": "GET", "post": "POST"}


def context() -> dict[str, Any]:
    made = openapi.document()
    return {
        "info": made["info"],
        "groups": groups(made),
        "games": [game(key) for key in registry.game_keys()],
        "close_codes": openapi.CLOSE_CODES.items(),
    }


def groups(made: dict[str, Any]) -> list[dict[str, Any]]:
    """Operations by their tag, in the order of the code."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path, methods in made["paths"].items():
        for method, operation in methods.items():
            found.setdefault(operation["tags"][0], []).append(
                operation_of(made, path, METHODS[method], operation)
            )
    return [{"name": name, "operations": each} for name, each in found.items()]


def operation_of(
    made: dict[str, Any], path: str, method: str, operation: dict[str, Any]
) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = body.get("schema")
    status, answer = next((code, r) for code, r in operation["responses"].items() if code < 300)
    shape = answer["content"]["application/json"]["schema"]
    return {
        "id": operation["operationId"],
        "path": path,
        "method": method,
        "summary": operation["summary"],
        "description": with_code(operation.get("description", "")),
        "scope": operation["security"][0][openapi.TOKEN][0],
        "parameters": [parameter(each) for each in operation["parameters"]],
        "body": pretty(example(made, schema)) if schema else "",
        "status": status,
        "answer": pretty(example(made, shape)),
    }


def parameter(given: dict[str, Any]) -> dict[str, Any]:
    schema = given["schema"]
    return {
        "name": given["name"],
        "where": given["in"],
        "required": given["required"],
        "kind": kind(schema),
        "description": with_code(given.get("description", "")),
    }


def with_code(text: str) -> SafeString:
    """What stands between backticks is code."""
    parts = text.split("`")
    return format_html_join(
        "", "{}", ((code(part) if n % 2 else part,) for n, part in enumerate(parts))
    )


def code(text: str) -> SafeString:
    return format_html('<code dir="ltr">{}</code>', text)


def kind(schema: dict[str, Any]) -> str:
    """A type in a few words: such as "integer, 1 to 100"."""
    options = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    schema = options[0] if options else schema
    words = "one of " + ", ".join(map(repr, schema["enum"])) if "enum" in schema else ""
    words = words or str(schema.get("type", "any"))
    if schema.get("maximum", 2**63) < 2**31:
        words += f", {schema.get('minimum', 0)} to {schema['maximum']}"
    return words


def example(made: dict[str, Any], schema: dict[str, Any], depth: int = 0) -> Any:
    """Something of this shape: its own example, its default, or the simplest thing that fits."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(COMPONENTS)
        if name == "View":
            return view_example(registry.game_keys()[0])
        return example(made, made["components"]["schemas"][name], depth + 1)
    if schema.get("examples"):
        return schema["examples"][0]
    if schema.get("default") not in (None, ""):
        return schema["default"]
    for name in ("const", "enum"):
        if name in schema:
            return schema[name] if name == "const" else next(filter(None, schema[name]), "")
    for name in ("anyOf", "oneOf", "allOf"):
        if name in schema:
            return example(made, schema[name][0], depth + 1)
    return plain_example(made, schema, depth)


def plain_example(made: dict[str, Any], schema: dict[str, Any], depth: int) -> Any:
    match schema.get("type"):
        case "object":
            properties = schema.get("properties", {})
            return {
                name: example(made, each, depth + 1)
                for name, each in properties.items()
                if name != "playerId"
            }
        case "array":
            return [example(made, schema["items"], depth + 1)] if schema.get("items") else []
        case "integer":
            return max(schema.get("minimum", 0), 0)
        case "number":
            return 0.5
        case "boolean":
            return False
        case "string" if schema.get("format") == "date-time":
            return "2026-05-01T18:30:00Z"
        case "string":
            return "…"
        case _:
            return {}


def game(key: str) -> dict[str, Any]:
    rules = registry.rules_for(key)
    schemas, components = schemas_of(key)
    return {
        "info": rules.INFO,
        "options": components[schemas["options"]["$ref"].removeprefix(COMPONENTS)]["properties"],
        "examples": [one_line(move) for move in move_examples(key)],
        "view": pretty(view_example(key)),
        "schema": pretty({name: each for name, each in components.items()}),
    }


def one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def pretty(value: Any) -> str:
    """Indented, with short lists and objects kept on one line."""
    return _pretty(value, "")


def _pretty(value: Any, indent: str) -> str:
    line = one_line(value)
    if len(line) + len(indent) <= 72 or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [f"{inner}{one_line(k)}: {_pretty(v, inner)}" for k, v in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    parts = [f"{inner}{_pretty(each, inner)}" for each in value]
    return "[\n" + ",\n".join(parts) + f"\n{indent}]"
