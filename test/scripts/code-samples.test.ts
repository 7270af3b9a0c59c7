import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import ts from "typescript";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { PUBLISHED_DOCUMENT } from "../support/published-document.ts";

type Sample = Readonly<{ label: string; source: string }>;
type Item = Readonly<{
  operationId: string;
  requestBody?: { content: Record<string, { example: unknown }> };
  responses: Record<string, unknown>;
  "x-codeSamples": readonly Sample[];
}>;

const ROOT = join(import.meta.dirname, "../..");
const items = Object.values(PUBLISHED_DOCUMENT.paths).flatMap((path) => Object.values(path) as unknown as Item[]);
/** A WebSocket is asked for by commands of its own. */
const isSocket = ({ responses }: Item): boolean => Object.hasOwn(responses, "101");
const sampleOf = (item: Item, label: string): string =>
  item["x-codeSamples"].find((sample) => sample.label === label)?.source ?? "";

/** What the compiler says of TypeScript samples, each in a function of its own with the ids that it takes for given. */
function faultsOf(samples: readonly Readonly<{ name: string; source: string }>[]): string[] {
  const bodies = samples.map(({ name, source }) => {
    const [, path = ""] = /path: \{ ([^}]*) \}/.exec(source) ?? [];
    const names = path.split(", ").map((part) => part.split(": ").at(-1) ?? "");
    const ids = [...names, ...(source.match(/(?<=(?:logs|exec)\(|(?:deployment|database): )\w+/) ?? [])]
      .filter((id) => id !== "")
      .map((id) => `${id}: never`);
    const text = source.replaceAll(/^import .*$/gm, "").replaceAll("process.env.BERTH_API_KEY", '"brt_x"');
    return `export async function ${name}(${ids.join(", ")}) {\n${text}\n}`;
  });
  const file = join(ROOT, "test/samples.ts");
  const text = `import { createBerth } from "../client/main.ts";\n${bodies.join("\n")}`;
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => (path === file ? text : readFile(path));
  host.fileExists = (path) => path === file || fileExists(path);
  const source = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...more) =>
    path === file ? ts.createSourceFile(path, text, ts.ScriptTarget.ESNext) : source(path, ...more);
  const program = ts.createProgram(
    [file],
    { ...options, noUnusedLocals: false, noImplicitAny: false, types: ["node"] },
    host,
  );
  return program.getSemanticDiagnostics(program.getSourceFile(file)).map(({ start = 0, messageText }) => {
    const of = [...text.slice(0, start).matchAll(/async function (\w+)/g)].at(-1)?.[1] ?? "";
    return `${of}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

/** Runs samples in one shell whose curl and berth only say what they were given. */
function argumentsOf(samples: readonly string[]): string[][] {
  const say = "{ printf '%s\\0' \"$@\"; printf '\\n\\0'; }";
  const ids = [...new Set(samples.join("\n").match(/\$[A-Z_]+_ID\b|\$[A-Z]+(?:_[A-Z]+)*\b/g))];
  const values = ids.map((id) => `${id.slice(1)}=${id.endsWith("_URL") ? "https://berth.example.org" : "x1"}`);
  const script = [...values, `curl() ${say}`, `berth() ${say}`, "set -eu", ...samples].join("\n");
  const said = execFileSync("bash", ["--noprofile", "--norc"], { input: script, maxBuffer: 16 * 1024 * 1024 });
  return said
    .toString()
    .split("\n\0")
    .slice(0, -1)
    .map((call) => call.split("\0").slice(0, -1));
}

type Call = Readonly<{ operationId: string | undefined; body: unknown }>;

/** What a sample's words ask for. */
function callOf(label: string, words: readonly string[]): Call {
  const [methodFlag, bodyFlag] = label === "berth" ? ["api", "--data"] : ["-X", "-d"];
  const after = (flag: string): string | undefined =>
    words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined;
  const method = (after(methodFlag) ?? "GET").toLowerCase();
  const target = words.find((word) => /^(https:\/)?\//.test(word)) ?? "";
  const path =
    target
      .replace("https://berth.example.org", "")
      .replace(/^\/api\/v1/, "")
      .split("?")[0] ?? "";
  const operation = OPERATIONS.find((one) => one.method === method && one.path.replaceAll(/\{\w+\}/g, "x1") === path);
  const isJson = label === "berth" || words.includes("Content-Type: application/json");
  const body = after(bodyFlag);
  return { operationId: operation?.operationId, body: isJson && body !== undefined ? JSON.parse(body) : undefined };
}

const wantedOf = ({ operationId, requestBody }: Item): Call => ({
  operationId,
  body: requestBody?.content["application/json"]?.example,
});

describe("The samples of the published document", function () {
  this.timeout(60_000);

  it("compile, those for the client", () => {
    const samples = items.map((item) => ({ name: item.operationId, source: sampleOf(item, "TypeScript") }));
    expect(faultsOf(samples)).to.deep.equal([]);
  });

  it("would be found out (known bad): a member that nobody knows, and an operation", () => {
    const call = (text: string): string => `const berth = createBerth({ url: "" }); await berth.${text};`;
    const faults = faultsOf([
      { name: "one", source: call('createOrganization({ body: { nome: "x" } })') },
      { name: "two", source: call("createHarbour()") },
    ]);
    expect(faults).to.have.length(2);
    expect(faults[0]).to.contain("nome");
    expect(faults[1]).to.contain("createHarbour");
  });

  it("say to curl and to berth what the operation is asked with", () => {
    for (const label of ["curl", "berth"]) {
      const shown = items.filter((item) => sampleOf(item, label) !== "" && !isSocket(item));
      const calls = argumentsOf(shown.map((item) => sampleOf(item, label)));
      expect(calls).to.have.length(shown.length).greaterThan(100);
      for (const [index, item] of shown.entries())
        expect(callOf(label, calls[index] ?? []), item.operationId).to.deep.equal(wantedOf(item));
    }
  });
});
