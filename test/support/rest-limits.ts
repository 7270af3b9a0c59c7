import fc from "fast-check";
import { validValue, type JsonSchema } from "./schema-arbitrary.ts";

/**
 * Makes a case at every limit that a schema of the published document states, and one just beyond it:
 * 1. the schema is walked to every node that has limits;
 * 2. a value at the limit obeys everything else that the node says; one beyond breaks that limit only;
 * 3. both are put into a good body, whatever is missing on the way is made.
 */
type Place = readonly (string | number)[];
export type LimitCase = Readonly<{ path: Place; limit: string; value: unknown; isGood: boolean }>;
type Container = Record<string | number, unknown>;

/** Lists the cases of a schema; a limit for which no value can be made is an error. */
export function limitCasesOf(schema: JsonSchema, path: Place = []): LimitCase[] {
  const own = edgesOf(schema).map((edge) => ({ path, ...edge }));
  if (schema.type === "array") return [...own, ...limitCasesOf(schema.items ?? {}, [...path, 0])];
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    limitCasesOf(member, [...path, name]),
  );
  const values = schema.additionalProperties;
  const free = typeof values === "object" ? limitCasesOf(values, [...path, "key"]) : [];
  return [...own, ...members, ...free];
}

type Edge = Omit<LimitCase, "path">;

function edgesOf(node: JsonSchema): Edge[] {
  if (node.const !== undefined) return [good("const", node.const), beyond("const", "no such word")];
  if (node.enum !== undefined)
    return [...node.enum.map((value) => good("enum", value)), beyond("enum", "no such word")];
  if (node.type === "string") return textEdges(node);
  if (node.type === "integer" || node.type === "number") return numberEdges(node);
  if (node.type === "array") return listEdges(node);
  return node.type === "object" ? objectEdges(node) : [];
}

const good = (limit: string, value: unknown): Edge => ({ limit, value, isGood: true });
const beyond = (limit: string, value: unknown): Edge => ({ limit, value, isGood: false });

function textEdges({ minLength, maxLength, pattern }: JsonSchema): Edge[] {
  const edges: Edge[] = [];
  if (maxLength !== undefined) {
    const longest = longestThatFits(pattern, maxLength);
    // Characters are counted, not the UTF-16 units that JavaScript counts.
    const ships = "🚢".repeat(maxLength);
    if (new RegExp(pattern ?? "").test(ships)) edges.push(good(`maxLength ${maxLength}`, ships));
    edges.push(
      good(`maxLength ${maxLength}`, longest),
      beyond(`maxLength ${maxLength}`, longerThan(pattern, maxLength)),
    );
  }
  if (minLength !== undefined && minLength > 0) {
    edges.push(good(`minLength ${minLength}`, textOf(pattern, minLength) ?? shortest(pattern)));
    edges.push(beyond(`minLength ${minLength}`, textOf(pattern, minLength - 1) ?? "a".repeat(minLength - 1)));
  }
  if (pattern !== undefined) edges.push(beyond(`pattern ${pattern}`, breaking(pattern, minLength ?? 0)));
  return edges;
}

const HEADS = ["", "a", "/", "1", "https://", '"', "1.", "v1.", "a:", "* * * * "];
const TAILS = ["", "a", '"', ".bc", "1", ".com"];
const FILLS = ["a", "1", "0", "a.", "1."];

const SHAPES = HEADS.flatMap((head) => TAILS.flatMap((tail) => FILLS.map((fill) => ({ head, tail, fill }))));

const found = new Map<string, string | undefined>();

/** Finds a text of exactly that length which the pattern takes; the same few are asked for at every place of a document. */
function textOf(pattern = "", length: number): string | undefined {
  const asked = `${length} ${pattern}`;
  if (!found.has(asked)) found.set(asked, seekText(pattern, length));
  return found.get(asked);
}

function seekText(pattern: string, length: number): string | undefined {
  const judge = new RegExp(pattern);
  const texts = SHAPES.values().map(({ head, tail, fill }) => {
    const room = Math.max(0, length - head.length - tail.length);
    return head + fill.repeat(Math.ceil(room / fill.length)).slice(0, room) + tail;
  });
  const text = texts.find((one) => one.length === length && judge.test(one));
  if (text !== undefined) return text;
  // Labels between dots are what only hosts have: 63 letters each.
  const labels = `${"a".repeat(61)}.`.repeat(Math.ceil(length / 62)).slice(0, Math.max(0, length - 3));
  const host = `${labels.replace(/\.$/, "a")}.bc`;
  return host.length === length && judge.test(host) ? host : undefined;
}

// Some patterns end before the limit that stands beside them.
function longestThatFits(pattern: string | undefined, maxLength: number): string {
  for (let length = maxLength; length > maxLength - 16 && length > 0; length -= 1) {
    const text = textOf(pattern, length);
    if (text !== undefined) return text;
  }
  return shortest(pattern);
}

function shortest(pattern: string | undefined): string {
  const found = Array.from({ length: 40 }, (_, length) => textOf(pattern, length)).find((text) => text !== undefined);
  return found ?? (fc.sample(fc.stringMatching(new RegExp(pattern ?? "")), { numRuns: 1, seed: 7 })[0] as string);
}

function longerThan(pattern: string | undefined, maxLength: number): string {
  return textOf(pattern, maxLength + 1) ?? "a".repeat(maxLength + 1);
}

function breaking(pattern: string, minLength: number): string {
  const judge = new RegExp(pattern);
  const candidates = ["\0", "a\0", "a b", "-", "é", "", "!"].map((text) => text.padEnd(minLength, "\0"));
  const found = candidates.find((text) => !judge.test(text));
  if (found === undefined) throw new Error(`Nothing breaks ${pattern}`);
  return found;
}

function numberEdges({ type, minimum, maximum }: JsonSchema): Edge[] {
  const step = type === "integer" ? 1 : 0.001;
  const isStated = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  return [
    ...(isStated(minimum) ? [good(`minimum ${minimum}`, minimum), beyond(`minimum ${minimum}`, minimum - step)] : []),
    ...(isStated(maximum) ? [good(`maximum ${maximum}`, maximum), beyond(`maximum ${maximum}`, maximum + step)] : []),
  ];
}

function listEdges({ items = {}, minItems, maxItems }: JsonSchema): Edge[] {
  const list = (length: number): unknown[] => Array.from({ length }, () => sample(items));
  return [
    ...(minItems === undefined || minItems === 0
      ? []
      : [good(`minItems ${minItems}`, list(minItems)), beyond(`minItems ${minItems}`, list(minItems - 1))]),
    ...(maxItems === undefined
      ? []
      : [good(`maxItems ${maxItems}`, list(maxItems)), beyond(`maxItems ${maxItems}`, list(maxItems + 1))]),
  ];
}

function objectEdges(node: JsonSchema): Edge[] {
  const { maxProperties: most, required = [], properties } = node;
  const map = (size: number): unknown =>
    Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, sample(valuesOf(node))]));
  const whole = sample(node) as Container;
  return [
    ...(most === undefined
      ? []
      : [good(`maxProperties ${most}`, map(most)), beyond(`maxProperties ${most}`, map(most + 1))]),
    ...(properties === undefined ? [] : [good("members", whole)]),
    ...(node.additionalProperties === false ? [beyond("no other members", { ...whole, surprise: 1 })] : []),
    ...required.map((name) =>
      beyond(`required ${name}`, Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))),
    ),
  ];
}

function valuesOf({ additionalProperties: values }: JsonSchema): JsonSchema {
  return typeof values === "object" && values.type !== undefined ? values : { type: "integer", minimum: 1, maximum: 9 };
}

/** Makes one value of a schema, always the same. */
export function sample(schema: JsonSchema): unknown {
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name) === true);
    return Object.fromEntries(members.map(([name, member]) => [name, sample(member)]));
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.type === "string" && schema.enum === undefined && schema.format === undefined)
    return schema.pattern === undefined ? "a".repeat(Math.max(1, schema.minLength ?? 1)) : aText(schema);
  return fc.sample(validValue(schema), { numRuns: 1, seed: 7 })[0];
}

function aText({ pattern, minLength = 1, maxLength = 40 }: JsonSchema): string {
  for (let length = Math.max(1, minLength); length <= Math.min(maxLength, minLength + 40); length += 1) {
    const text = textOf(pattern, length);
    if (text !== undefined) return text;
  }
  return shortest(pattern);
}

/** Puts a value at a place of a good body; what must be there on the way is made. */
export function withValue(schema: JsonSchema, base: unknown, path: Place, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const member = memberOf(schema, key);
  const known = typeof base === "object" && base !== null ? (structuredClone(base) as Container) : undefined;
  const container = known ?? (typeof key === "number" ? ([] as unknown as Container) : (sample(schema) as Container));
  container[key] = withValue(member, container[key], rest, value);
  return container;
}

function memberOf(schema: JsonSchema, key: string | number): JsonSchema {
  if (typeof key === "number") return schema.items ?? {};
  const values = schema.additionalProperties;
  return schema.properties?.[key] ?? (typeof values === "object" ? values : {});
}
