import { z } from "zod";
import { emailFault, uuidFault } from "../../contract/rest/formats.ts";
import { mayShowSecret, schemaAt } from "./schema-at.ts";
import { timestampFault } from "./timestamp-fault.ts";
import type { Fault } from "./validation-fault.ts";

/**
 * Turns zod's issues into the faults that FastAPI and pydantic would report (docs/adr/0027):
 * 1. a value has at most one fault; a list that is too long is not looked into;
 * 2. each unknown member is a fault of its own;
 * 3. texts come from pydantic, zod's are never shown.
 */
type Issue = z.core.$ZodIssue;
type Kind = Pick<Fault, "type" | "msg" | "ctx">;
/** Where a value came from; texts of parameters are parsed, members of bodies are taken as they are. */
export type Location = "path" | "query" | "header" | "body";
type Subject = Readonly<{ location: Location; schema: z.ZodType; sent: unknown }>;

/** Each issue is held against all others: more of them than an answer shows many times over are the sender's own text. */
const ISSUES_MAX = 500;

/** Derives the faults of what was sent at a location: of some hundred issues, whatever was sent. */
export function faultsOf(issues: readonly Issue[], subject: Subject): Fault[] {
  const single = mostTelling(issues)
    .flatMap((issue) => splitUnknown(issue))
    .slice(0, 2 * ISSUES_MAX);
  return single.filter((issue, index) => isFirst(single, issue, index)).map((issue) => toFault(issue, subject));
}

/** That a list is too long is said after what is wrong with each of its items, and hides that. */
function mostTelling(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length <= ISSUES_MAX) return issues;
  const tooBig = issues.slice(ISSUES_MAX).filter(({ code }) => code === "too_big");
  return [...issues.slice(0, ISSUES_MAX), ...tooBig.slice(0, ISSUES_MAX)];
}

function splitUnknown(issue: Issue): Issue[] {
  if (issue.code !== "unrecognized_keys") return [issue];
  return issue.keys.slice(0, ISSUES_MAX).map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }));
}

function isFirst(issues: readonly Issue[], issue: Issue, index: number): boolean {
  const isHidden = issues.some((other) => {
    const isAbove = other.path.length < issue.path.length && startsWith(issue.path, other.path);
    return isAbove && other.code === "too_big";
  });
  const earlier = issues.findIndex(
    (other) => other.path.length === issue.path.length && startsWith(issue.path, other.path),
  );
  const isShortWithFaults = issue.code === "too_small" && issue.origin === "array" && hasDeeper(issues, issue);
  return !isHidden && earlier === index && !isShortWithFaults;
}

function hasDeeper(issues: readonly Issue[], issue: Issue): boolean {
  return issues.some((other) => other.path.length > issue.path.length && startsWith(other.path, issue.path));
}

function startsWith(path: readonly PropertyKey[], head: readonly PropertyKey[]): boolean {
  return head.every((part, index) => path[index] === part);
}

function toFault(issue: Issue, subject: Subject): Fault {
  const sent = valueAt(subject.sent, issue.path);
  const { type, msg, ctx } = kindOf(issue, subject, sent);
  const loc = [subject.location, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))];
  // Pydantic shows the parent of a member that is missing.
  const shownPath = type === "missing" ? issue.path.slice(0, -1) : issue.path;
  const shown = mayShowSecret(subject.schema, shownPath) ? {} : { input: valueAt(subject.sent, shownPath) ?? null };
  return { type, loc, msg, ...shown, ...(ctx && { ctx }) };
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, part)
        ? (value as Record<PropertyKey, unknown>)[part]
        : undefined,
    root,
  );
}

function kindOf(issue: Issue, subject: Subject, sent: unknown): Kind {
  switch (issue.code) {
    case "invalid_type":
      return typeKind(schemaAt(subject.schema, issue.path), subject.location, sent);
    case "unrecognized_keys":
      return { type: "extra_forbidden", msg: "Extra inputs are not permitted" };
    case "invalid_value":
      return choiceKind(issue.values, schemaAt(subject.schema, issue.path), sent);
    case "invalid_format":
      return formatKind(issue, String(sent));
    case "too_big":
      return sizeKind(issue.origin, bound("l", issue.inclusive), Number(issue.maximum), sent);
    case "too_small":
      return sizeKind(issue.origin, bound("g", issue.inclusive), Number(issue.minimum), sent);
    case "not_multiple_of":
      return {
        type: "multiple_of",
        msg: `Input should be a multiple of ${issue.divisor}`,
        ctx: { multiple_of: issue.divisor },
      };
    default:
      // Only free-form JSON is a union; the one value in it that JSON.parse can make and JSON cannot hold is infinity.
      return FINITE;
  }
}

const MISSING: Kind = { type: "missing", msg: "Field required" };
const FINITE: Kind = { type: "finite_number", msg: "Input should be a finite number" };
const UNPARSABLE_INT: Kind = {
  type: "int_parsing",
  msg: "Input should be a valid integer, unable to parse string as an integer",
};
const UNPARSABLE_BOOL: Kind = {
  type: "bool_parsing",
  msg: "Input should be a valid boolean, unable to interpret input",
};

function typeKind(schema: z.core.$ZodType | undefined, location: Location, sent: unknown): Kind {
  if (sent === undefined) return MISSING;
  if (schema instanceof z.ZodNumber) return numberKind(schema, location, sent);
  if (schema instanceof z.ZodBoolean)
    return location === "body" ? { type: "bool_type", msg: "Input should be a valid boolean" } : UNPARSABLE_BOOL;
  if (schema instanceof z.ZodCustomStringFormat) return formatTypeKind(schema.def.format);
  if (schema instanceof z.ZodArray) return { type: "list_type", msg: "Input should be a valid list" };
  if (schema instanceof z.ZodRecord) return { type: "dict_type", msg: "Input should be a valid dictionary" };
  if (schema instanceof z.ZodObject)
    return {
      type: "model_attributes_type",
      msg: "Input should be a valid dictionary or object to extract fields from",
    };
  return { type: "string_type", msg: "Input should be a valid string" };
}

function numberKind(schema: z.ZodNumber, location: Location, sent: unknown): Kind {
  if (typeof sent === "number" && !Number.isFinite(sent)) return FINITE;
  if (schema.format === null) return { type: "float_type", msg: "Input should be a valid number" };
  if (location !== "body") return UNPARSABLE_INT;
  if (typeof sent === "number")
    return { type: "int_from_float", msg: "Input should be a valid integer, got a number with a fractional part" };
  return { type: "int_type", msg: "Input should be a valid integer" };
}

function formatTypeKind(format: string): Kind {
  if (format === "uuid") return { type: "uuid_type", msg: "UUID input should be a string, bytes or UUID object" };
  if (format === "date-time") return { type: "datetime_type", msg: "Input should be a valid datetime" };
  return { type: "string_type", msg: "Input should be a valid string" };
}

function choiceKind(values: readonly unknown[], schema: z.core.$ZodType | undefined, sent: unknown): Kind {
  if (sent === undefined) return MISSING;
  const quoted = values.map((value) => (typeof value === "string" ? `'${value}'` : String(value)));
  const last = quoted.at(-1) ?? "";
  const expected = quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} or ${last}` : last;
  const type = schema instanceof z.ZodLiteral ? "literal_error" : "enum";
  return { type, msg: `Input should be ${expected}`, ctx: { expected } };
}

function formatKind(issue: z.core.$ZodIssueInvalidStringFormat, sent: string): Kind {
  if (issue.format === "uuid") return withError("uuid_parsing", "Input should be a valid UUID", uuidFault(sent) ?? "");
  if (issue.format === "email") {
    const reason = emailFault(sent) ?? "";
    return { type: "value_error", msg: `value is not a valid email address: ${reason}`, ctx: { reason } };
  }
  if (issue.format === "date-time") return timestampKind(sent);
  // zod writes its patterns as /source/flags.
  const pattern = (issue.pattern ?? "").replace(/^\/(.*)\/[a-z]*$/s, "$1");
  // A pattern that nobody could read has words in the contract.
  const words = issue.message.startsWith("String should ") ? issue.message : `String should match pattern '${pattern}'`;
  return { type: "string_pattern_mismatch", msg: words, ctx: { pattern } };
}

function timestampKind(sent: string): Kind {
  const { type, error } = timestampFault(sent);
  if (error === undefined) return { type, msg: "Input should have timezone info" };
  const wanted =
    type === "datetime_parsing" ? "Input should be a valid datetime" : "Input should be a valid datetime or date";
  return withError(type, wanted, error);
}

function withError(type: string, wanted: string, error: string): Kind {
  return { type, msg: `${wanted}, ${error}`, ctx: { error } };
}

const BOUNDS = {
  gt: { type: "greater_than", words: "greater than" },
  ge: { type: "greater_than_equal", words: "greater than or equal to" },
  lt: { type: "less_than", words: "less than" },
  le: { type: "less_than_equal", words: "less than or equal to" },
} as const;
type Bound = keyof typeof BOUNDS;

function bound(side: "l" | "g", inclusive: boolean | undefined): Bound {
  return inclusive === false ? `${side}t` : `${side}e`;
}

function sizeKind(origin: string, name: Bound, limit: number, sent: unknown): Kind {
  if (origin === "string") return lengthKind(name, limit);
  if (origin === "array") return itemsKind("List", name, limit, (sent as unknown[]).length);
  if (origin === "record") return itemsKind("Dictionary", name, limit, Object.keys(sent as object).length);
  const { type, words } = BOUNDS[name];
  return { type, msg: `Input should be ${words} ${limit}`, ctx: { [name]: limit } };
}

function lengthKind(name: Bound, limit: number): Kind {
  const unit = limit === 1 ? "character" : "characters";
  if (name === "le")
    return { type: "string_too_long", msg: `String should have at most ${limit} ${unit}`, ctx: { max_length: limit } };
  return { type: "string_too_short", msg: `String should have at least ${limit} ${unit}`, ctx: { min_length: limit } };
}

function itemsKind(field: string, name: Bound, limit: number, actual: number): Kind {
  const [type, words, key] =
    name === "le" ? (["too_long", "most", "max_length"] as const) : (["too_short", "least", "min_length"] as const);
  const msg = `${field} should have at ${words} ${limit} item${limit === 1 ? "" : "s"} after validation, not ${actual}`;
  return { type, msg, ctx: { field_type: field, [key]: limit, actual_length: actual } };
}
