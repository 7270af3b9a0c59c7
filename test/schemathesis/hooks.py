"""What the published document cannot say: loaded by Schemathesis beside its own checks."""

import re

import schemathesis


@schemathesis.deserializer("text/yaml")
def text_of(ctx, response):
    """Take a YAML answer as the text that the document promises, not as what it describes."""
    return response.text


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """Ask for what there is now: an answer that is followed has no end."""
    if case.query and str(case.query.get("follow")).lower() == "true":
        case.query["follow"] = "false"


# Rules between members, cursors of another list, a key used twice: no JSON Schema can express them, and each has its
# own type in the answer (docs/adr/0027). A valid request that is refused for anything else is a fault.
INEXPRESSIBLE = "value_error"
# What the first change of invoice settings must carry depends on whether there are any.
NEEDS_STORED_STATE = ("updateInvoiceSettings", "missing")


@schemathesis.check
def refused_only_by_rules(ctx, response, case):
    """Fail if a request that fits the document is refused for its form."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 422:
        return
    faults = response.json()["detail"]
    operation = case.operation.definition.raw["operationId"]
    others = [
        fault
        for fault in faults
        if fault["type"] != INEXPRESSIBLE
        and (operation, fault["type"]) != NEEDS_STORED_STATE
        and not misses_pattern(case, fault["loc"])
    ]
    if others:
        raise AssertionError(f"A request that fits the document was refused: {others}")


def misses_pattern(case, loc):
    """Tell whether a header breaks the document's own pattern: Schemathesis takes 0 for a valid If-Match."""
    if loc[0] != "header":
        return False
    for parameter in case.operation.definition.raw["parameters"]:
        if parameter["in"] == "header" and parameter["name"].lower() == loc[1]:
            value = str(case.headers.get(parameter["name"], ""))
            return re.search(parameter["schema"].get("pattern", ""), value) is None
    return False


@schemathesis.check
class CredentialsWork:
    """Fail if the credential of the run opened nothing: every answer would be the same 401, and nothing be tested."""

    def __init__(self):
        self.opened = set()
        self.shown = set()

    def after_response(self, ctx, response, case):
        if not any(name in response.request.headers for name in ("authorization", "cookie")):
            return
        if not case.operation.definition.raw.get("security"):
            return
        self.shown.add(case.operation.label)
        # A wrong method or path is told before anybody is asked who they are.
        is_route = response.status_code != 404 or "code" in response.json()
        if response.status_code not in (400, 401, 405, 429) and is_route:
            self.opened.add(case.operation.label)

    def after_run(self, ctx):
        closed = self.shown - self.opened
        if closed:
            raise AssertionError(f"Only ever answered 401: {', '.join(sorted(closed))}")
