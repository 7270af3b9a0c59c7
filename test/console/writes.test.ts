import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import ts from "typescript";
import { z } from "zod";
import { OPERATIONS as CALLED } from "../../client/generated/operations.ts";
import type { OperationId } from "../../client/operation-types.ts";
import { commandsOf } from "../../console/view/commands.ts";
import { PLAIN_WRITES } from "../../console/view/plain-writes.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";

const ROOT = join(import.meta.dirname, "../..");
const PLACE = { origin: "https://berth.example", namespace: "org-acme" };
const CANARY = "canary-of-a-secret";
const WRITES = OPERATIONS.filter(({ method }) => method !== "get");
const PLAIN = Object.keys(PLAIN_WRITES);
/** Whose organization is what they name, or all where none is said. */
const UNOWNED = new Set(["createApiKey", "createDatabase", "createDeployment"]);
const OWNED = new Set(
  WRITES.filter(({ body }) => body instanceof z.ZodObject && "organization_id" in body.shape)
    .map(({ operationId }) => operationId as string)
    .filter((id) => !UNOWNED.has(id)),
);

/** The writes that sources name: as a call that is shown before it is made, or plainly. */
type Named = Readonly<{ calls: ReadonlySet<string>; plain: ReadonlySet<string> }>;

describe("What the console writes", function () {
  this.timeout(300_000);
  const files = globSync("console/**/*.{ts,tsx}", { cwd: ROOT, exclude: ["console/dist/**"] }).filter(
    (path) => !path.endsWith("view/plain-writes.ts"),
  );
  const { calls, plain } = namedIn(files.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));

  it("is a call with a plan wherever the interface can say one, and with commands", () => {
    const called = WRITES.filter(({ operationId }) => calls.has(operationId));
    expect(called).to.have.length.of.at.least(60);
    for (const { operationId, dryRun, path, method } of called) {
      const id = operationId as OperationId;
      expect("plans" in CALLED[id], id).to.equal(dryRun === true);
      const texts = commandsOf({ id, input: inputOf(path, id) }, PLACE);
      expect(texts.map(({ name }) => name).slice(0, 2), id).to.deep.equal(["curl", "berth"]);
      for (const { text } of texts) expect(text, id).not.to.match(new RegExp(`[{]\\w+[}]|undefined|${CANARY}`));
      expect(texts[0]?.text, id).to.include(`--request ${method.toUpperCase()}`);
    }
  });

  it("is written plainly where a reason says why, and only there", () => {
    expect([...plain].sort()).to.deep.equal(PLAIN.toSorted());
    for (const { operationId, dryRun } of WRITES.filter((one) => plain.has(one.operationId)))
      expect(dryRun, operationId).to.equal(undefined);
  });

  it("is found in what sources are like", () => {
    const source =
      'writePlainly("login", {}); toCall("createSecret", {}); const a = { id: "stopDeployment" }; b("getMe");';
    const found = namedIn([["a.ts", source]]);
    expect([...found.plain]).to.deep.equal(["login"]);
    expect([...found.calls]).to.deep.equal(["createSecret", "stopDeployment"]);
  });

  it("does not compile in any other way", () => {
    const good = compile(`
      export const one = <PageHead title="A" reads={[toCall("listSecrets", { query: WHOSE })]} />;
      export const two = <CallForm form={{ fields: [] }} call={toCall("createSecret", BODY)} action="A" onDone={NONE} />;
      export const three = <Form action="A" onSend={SEND} toCall={() => toCall("createSecret", BODY)}>a</Form>;
      export const four = berth.listSecrets({ query: WHOSE });
      export const five = writePlainly("logout");`);
    expect(good).to.deep.equal([]);
    for (const [source, member] of [
      ["export const a = berth.createSecret(BODY);", "createSecret"],
      ['export const a = berth.ask("createSecret", BODY);', "createSecret"],
      ['export const a = writePlainly("createSecret", BODY);', "createSecret"],
      ['export const a = tryOut("createSecret", BODY);', "createSecret"],
      ['export const a = <PageHead title="A" />;', "reads"],
      ['export const a = <Form action="A" onSend={SEND}>a</Form>;', "toCall"],
    ] as const)
      expect(compile(source).join("\n"), source).to.include(member);
  });

  it("does not compile where it leaves to the session of which organization it is, nor what is read", () => {
    for (const source of [
      'export const a = toCall("createSecret", { body: { name: "a", value: "a" } });',
      'export const a = toCall("regenerateRegistryCredentials", {});',
      "export const a = berth.listSecrets();",
      "export const a = berth.listSecrets({ query: { limit: 1 } });",
      'export const a = berth.pages("listCloudCredentials", {});',
      'export const a = writePlainly("preflightImport", { body: { provider: "a" } });',
    ])
      expect(compile(source).join("\n"), source).to.match(/'(?:query|organization_id)' is missing|Expected/);
  });

  it("says of which organization it is also where a form gives the rest of its body", () => {
    const found = files.flatMap((path) => beginningsIn(path, readFileSync(join(ROOT, path), "utf8")));
    expect(found.map(({ id }) => id)).to.include("createCluster");
    for (const { id, text } of found)
      expect(text, `${id} leaves its organization to the session`).to.include("ownership");
  });
});

/** A value for each parameter, and a canary in each secret. */
function inputOf(path: string, id: OperationId): Readonly<{ path: object; body: object }> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const { secrets = [] } = CALLED[id] as Readonly<{ secrets?: readonly string[] }>;
  return {
    path: Object.fromEntries(names.map((name) => [name, "of-it"])),
    body: Object.fromEntries(secrets.map((name) => [name, CANARY])),
  };
}

function namedIn(sources: readonly (readonly [string, string])[]): Named {
  const writes = new Set(WRITES.map(({ operationId }) => operationId as string));
  const [calls, plain] = [new Set<string>(), new Set<string>()];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && writes.has(node.text)) (isPlain(node) ? plain : calls).add(node.text);
    ts.forEachChild(node, visit);
  };
  for (const [path, text] of sources)
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kindOf(path)));
  return { calls, plain };
}

/** Calls as objects, which no type holds to their input, of operations that would take the session's organization. */
function beginningsIn(path: string, source: string): readonly Readonly<{ id: string; text: string }>[] {
  const found: { id: string; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "id" && ts.isStringLiteral(node.initializer)) {
      const id = node.initializer.text;
      if (OWNED.has(id)) found.push({ id, text: node.parent.getText() });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kindOf(path)));
  return found;
}

function kindOf(path: string): ts.ScriptKind {
  return path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

function isPlain({ parent }: ts.StringLiteral): boolean {
  return ts.isCallExpression(parent) && parent.expression.getText() === "writePlainly";
}

const HEAD = `
import { CallForm } from "../parts/call-form.tsx";
import { Form } from "../parts/form.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { berth } from "../store/berth.ts";
import { toCall } from "../store/call.ts";
import { tryOut } from "../store/try-out.ts";
import { writePlainly } from "../store/write-plainly.ts";
const WHOSE = { organization_id: "a" };
const BODY = { body: { ...WHOSE, name: "a", value: "a" } } as const;
const NONE = () => undefined;
const SEND = () => Promise.resolve();
export const USED = [CallForm, Form, PageHead, berth, toCall, tryOut, writePlainly, WHOSE, BODY, NONE, SEND];
`;
const cache = new Map<string, ts.SourceFile | undefined>();

/** Says what the compiler has against a page of this source. */
function compile(source: string): readonly string[] {
  const page = join(ROOT, "console/pages/a-page.tsx");
  const config = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, "console/tsconfig.json"),
    { noEmit: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  );
  const options = config?.options ?? {};
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, target) => {
    if (path === page) return ts.createSourceFile(path, HEAD + source, target, true);
    if (!cache.has(path)) cache.set(path, read(path, target));
    return cache.get(path);
  };
  const exists = host.fileExists.bind(host);
  host.fileExists = (path) => path === page || exists(path);
  const forms = join(ROOT, "console/forms.d.ts");
  const program = ts.createProgram({ rootNames: [page, forms], options, host });
  return program
    .getSemanticDiagnostics(program.getSourceFile(page))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
