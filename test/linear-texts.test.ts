/*
 * No text that somebody sends takes more than linear time. Where texts come in is found, not listed:
 * 1. every regular expression of the product is given texts made of its own repetitions;
 * 2. every text of the interface document is given what has stopped readers before; a long one names who reads it;
 * 3. whoever reads YAML or answers of others does it by the ways that have bounds.
 * Time is the processor's of this thread, the best of several, for a text and for one twice as long.
 */
import { expect } from "chai";
import { z } from "zod";
import { parseJson } from "../api/http/body.ts";
import { decodeCursor } from "../api/http/cursor.ts";
import { decodeRevisionCursor } from "../api/deployments/revision-body.ts";
import { unifiedDiff } from "../api/resources/unified-diff.ts";
import { OPERATIONS } from "../contract/rest/all.ts";
import { parseKubeconfig } from "../render/import/parse-kubeconfig.ts";
import { assertLabels } from "../render/kubernetes-names.ts";
import { parseManifest } from "../render/deployment/parse-manifest.ts";
import { assertPlain, parseYamlMap } from "../render/text/parse-yaml.ts";
import { readValues } from "../render/plan/read-values.ts";
import { formatYaml } from "../render/text/yaml-text.ts";
import { findSlowText } from "./support/attack-texts.ts";
import { findPatterns, productSources } from "./support/find-patterns.ts";
import { isSuperlinear } from "./support/growth.ts";
import { HOSTILE_TEXTS } from "./support/hostile-texts.ts";

type Read = (text: string) => unknown;

const yaml: Read = (text) => parseYamlMap(text, "text");
/** Who reads the long texts of the interface document, by their members' names. */
const READERS: Readonly<Record<string, readonly Read[]>> = {
  kubeconfig: [parseKubeconfig],
  custom_values_yaml: [yaml],
  manifest_yaml: [(text) => parseManifest(text, "default")],
  extra_pod_spec_yaml: [yaml],
  extra_container_spec_yaml: [yaml],
  pod_template_labels: [(text) => assertLabels({ [text]: text }, "text")],
  selector_match_labels: [(text) => assertLabels({ [text]: text }, "text")],
  config: [(text) => assertPlain({ [text]: text }, "text")],
  cursor: [decodeCursor, decodeRevisionCursor],
  body: [parseJson],
  command: [(text) => JSON.parse(JSON.stringify([text])) as unknown],
  values_yaml: [(text) => formatYaml({ [text]: text }), (text) => readValues(formatYaml({ [text]: [text] }))],
};
/** Long texts that are kept as they are, and read by nobody here. */
const KEPT = new Set(["value", "secret", "token"]);
/** What a browser's authenticator says: base64 that the library for passkeys decodes. */
const OF_PASSKEYS = new Set([
  "clientExtensionResults",
  "clientDataJSON",
  "attestationObject",
  "authenticatorData",
  "publicKey",
]);
const nameOf = (read: Read): string => (read.name === "" ? String(read) : read.name);
const LONG = 8_192;
const LENGTH = 8_192;

/** Who may use the library's own parse, and whose text that is. */
const YAML_READERS: Readonly<Record<string, string>> = {
  "adapters/kubernetes/plain-login.ts": "the kubeconfig of the process",
  "api/resources/chart-versions.ts": "charts of this repository",
  "operator/delivery/bundle-release.ts": "charts of this repository",
  "operator/delivery/platform-charts.ts": "charts of this repository",
  "operator/mirror/rebuild-histories.ts": "what the operator wrote to Git",
  "render/plan/read-values.ts": "values that were rendered here",
};
/** Reads answers that another file has bounded. */
const BOUNDED_BEFORE = new Set(["adapters/logins/github-provider.ts"]);

describe("Texts that others send", function () {
  this.timeout(600_000);

  it("are matched by no pattern that takes more than linear time", async () => {
    const patterns = findPatterns();
    expect(patterns.length).to.be.greaterThan(150);
    const slow: string[] = [];
    for (const { source, flags, where } of patterns) {
      const text = await findSlowText(source, flags);
      if (text !== undefined) slow.push(`${where}: /${source}/${flags} at ${JSON.stringify(text)}`);
    }
    expect(slow).to.deep.equal([]);
  });

  for (const [source, what] of [
    ["(?:[&!]\\S*\\s+){20}", "what once guarded the YAML parser"],
    ["-----BEGIN ([A-Z ]{1,40})-----[\\r\\n]+[A-Za-z0-9+/=\\r\\n]+-----END \\1-----", "what once found PEM blocks"],
    ["^(a+)+$", "a repetition of a repetition"],
    ["\\s+$", "a repetition that begins anywhere"],
  ] as const)
    it(`are found out for ${what}`, async () => {
      expect(await findSlowText(source, "")).to.be.a("string");
    });

  it("are judged by the interface document in linear time, whatever member they stand in", async () => {
    const texts = textsOf();
    expect(texts.size).to.be.greaterThan(100);
    const patterns = new Set([...texts].flatMap(([schema]) => patternsOf(schema)));
    for (const source of patterns) expect(await findSlowText(source, "u"), source).to.equal(undefined);
    for (const [schema, name] of texts)
      expect(await slowText((text) => schema.safeParse(text)), name).to.equal(undefined);
  });

  it("have a reader that is known, where they are long", () => {
    const long = new Set([...textsOf()].filter(([schema]) => maxOf(schema) >= LONG).map(([, name]) => name));
    expect(
      [...long].filter((name) => !OF_PASSKEYS.has(name) && READERS[name] === undefined && !KEPT.has(name)),
    ).to.deep.equal([]);
  });

  for (const read of new Set(Object.values(READERS).flat()))
    it(`are read in linear time by ${nameOf(read)}`, async () => {
      expect(await slowText(read)).to.equal(undefined);
    });

  it("are compared and written in linear time", async () => {
    const map = (text: string): Record<string, number> =>
      Object.fromEntries(Array.from({ length: text.length }, (_, at) => [`k${at}`, 1]));
    const works: readonly Read[] = [
      (text) => formatYaml(map(text)),
      (text) => readValues(formatYaml(map(text))),
      (text) => assertPlain(map(text), "config"),
      (text) => unifiedDiff("a", formatYaml(map(text)), ""),
      (text) => unifiedDiff("a", formatYaml(map(text)), formatYaml({ ...map(text), k5: 2, k1000: 3, k4000: 4 })),
    ];
    for (const work of works)
      expect(await isSuperlinear(work, (length) => "x".repeat(length), 6_000), String(work)).to.equal(false);
  });

  it("are parsed as YAML by nobody who does not bound them", () => {
    const direct = productSources().filter(({ text }) =>
      /import \{[^}]*\bparse(AllDocuments|Document)?\b[^}]*\} from "yaml"/.test(text),
    );
    expect(direct.map(({ path }) => path)).to.deep.equal(Object.keys(YAML_READERS));
  });

  it("are read from answers only as far as was agreed", () => {
    const unbounded = productSources().filter(
      ({ path, text }) =>
        /\b(response|body|answer|answered)\.(text|json|arrayBuffer|bytes)\(\)/.test(text) &&
        !text.includes("maxResponseSize") &&
        !BOUNDED_BEFORE.has(path),
    );
    expect(unbounded.map(({ path }) => path)).to.deep.equal([]);
  });
});

async function slowText(read: Read): Promise<string | undefined> {
  // Growth that is the text's is seen at each doubling; where the heap has to grow, only at one.
  for (const make of HOSTILE_TEXTS)
    if ((await isSuperlinear(read, make, LENGTH)) && (await isSuperlinear(read, make, 2 * LENGTH))) return make(40);
  return undefined;
}

/** Finds the texts of all bodies and parameters, each with the name of its member. */
function textsOf(): ReadonlyMap<z.ZodString, string> {
  const found = new Map<z.ZodString, string>();
  const seen = new Set<unknown>();
  const walk = (schema: z.ZodType, name: string): void => {
    const { def } = schema as unknown as { def: Readonly<Record<string, unknown>> };
    if (def["type"] === "string") found.set(schema as z.ZodString, name);
    if (seen.has(schema)) return;
    seen.add(schema);
    const shape = (def["shape"] ?? {}) as Readonly<Record<string, z.ZodType>>;
    for (const [member, inner] of Object.entries(shape)) walk(inner, member);
    for (const part of ["element", "innerType", "valueType", "keyType", "in", "out", "left", "right"])
      if (def[part] !== undefined) walk(def[part] as z.ZodType, name);
    for (const option of (def["options"] ?? []) as readonly z.ZodType[]) walk(option, name);
  };
  for (const { body, parameters } of OPERATIONS) {
    if (body !== undefined) walk(body, "body");
    for (const place of [parameters.path, parameters.query, parameters.header]) walk(place, "parameter");
  }
  return found;
}

type TextSchema = Readonly<{ maxLength?: number; pattern?: string; format?: string; allOf?: readonly object[] }>;

const jsonOf = (schema: z.ZodType): TextSchema => z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });

function patternsOf(schema: z.ZodType): string[] {
  const { pattern, allOf = [] } = jsonOf(schema);
  return [{ pattern }, ...(allOf as { pattern?: string }[])].flatMap((part) => part.pattern ?? []);
}

function maxOf(schema: z.ZodType): number {
  const { maxLength, pattern, format } = jsonOf(schema);
  if (format !== undefined) return 0;
  return maxLength ?? (pattern === undefined || pattern.startsWith("^[^") ? Infinity : 0);
}
