import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSchemathesis } from "./install-schemathesis.ts";

/** What one run is told: where, as whom, what is left out, and ids of things that are there. */
export type SchemathesisRun = Readonly<{
  url: string;
  /** A header with the credential; none = without credentials. */
  header?: string;
  /** operationIds that would end the run's own credential, or answer a stream. */
  excluded: readonly string[];
  /** Values by parameter or member ("body.cluster_id"); most requests use one, the others an invented one. */
  known: Readonly<Record<string, readonly string[]>>;
  /** Only these operationIds when given. */
  included?: readonly string[];
  examplesMax: number;
  /** Which of its phases are run; all unless told. */
  phases?: readonly string[] | undefined;
  seed: number;
}>;

/** What a run found; `output` is the report for people. */
type SchemathesisResult = Readonly<{ passed: boolean; requests: number; output: string }>;

const DOCUMENT = new URL("../../api/openapi.json", import.meta.url);
const HOOKS = join(import.meta.dirname, "hooks.py");
const KNOWN_SHARE = 0.7;
const NO_NUL = "^[^\\x00]*$";
const NO_NUL_IN_OTHER_WORDS = "^(?:|[^\\x00]+)$";
const LONG_TEXT = 4_096;

/** Runs Schemathesis with all checks against a gateway. */
export async function runSchemathesis(what: SchemathesisRun): Promise<SchemathesisResult> {
  const command = await findSchemathesis();
  const folder = await mkdtemp(join(tmpdir(), "berth-schemathesis-"));
  try {
    const [document, settings] = [join(folder, "openapi.json"), join(folder, "schemathesis.toml")];
    await writeFile(document, documentText(await readFile(DOCUMENT, "utf8")));
    await writeFile(settings, settingsText(what));
    const { code, output } = await runToEnd(
      command,
      ["--config-file", settings, "run", document, ...flags(what)],
      folder,
    );
    const requests = Number(/(\d+) generated/.exec(output)?.[1] ?? 0);
    return { passed: code === 0, requests, output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the document with two changes:
 * 1. on plain http the cookie has its other name, as the document's own words say;
 * 2. no NUL in a long text is said in other words, because of these Schemathesis would make `{0,65536}` and compile that
 *    for seconds, again and again.
 */
function documentText(text: string): string {
  const document: unknown = JSON.parse(text, (_name, value: unknown) =>
    isLongText(value) ? { ...value, pattern: NO_NUL_IN_OTHER_WORDS } : value,
  );
  return JSON.stringify(document).replace('"__Host-berth_session"', '"berth_session"');
}

function isLongText(value: unknown): value is Readonly<Record<string, unknown>> {
  const { pattern, maxLength } = (value ?? {}) as Readonly<{ pattern?: unknown; maxLength?: unknown }>;
  return pattern === NO_NUL && Number(maxLength) >= LONG_TEXT;
}

function flags(what: SchemathesisRun): string[] {
  return [
    `--url=${what.url}`,
    ...(what.header === undefined ? [] : ["--header", what.header]),
    ...what.excluded.flatMap((id) => ["--exclude-operation-id", id]),
    ...(what.included ?? []).flatMap((id) => ["--include-operation-id", id]),
    `--max-examples=${what.examplesMax}`,
    ...(what.phases === undefined ? [] : [`--phases=${what.phases.join(",")}`]),
    `--seed=${what.seed}`,
    "--generation-database=none",
    // Two credentials in one request are a 401.
    "--generation-with-security-parameters=false",
    "--checks=all",
    "--continue-on-failure",
    "--no-shrink",
    "--request-timeout=20",
    "--suppress-health-check=all",
    "--no-color",
  ];
}

/** Writes the settings that have no flag: what is known, and the check that ours replaces. */
function settingsText({ known }: SchemathesisRun): string {
  const names = Object.entries(known).filter(([, values]) => values.length > 0);
  return [
    `hooks = ${JSON.stringify(HOOKS)}`,
    // 422 is judged by refused_only_by_rules, which reads the faults.
    '[checks.positive_data_acceptance]\nexpected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 412, 422, 429, 503]',
    "[dictionaries]",
    ...names.map(([, values], index) => `known${index} = { values = ${JSON.stringify(values)} }`),
    "[parameters]",
    ...names.map(([name], index) => `"${name}" = { dictionary = "known${index}", probability = ${KNOWN_SHARE} }`),
    "",
  ].join("\n");
}

async function runToEnd(
  command: string,
  args: readonly string[],
  folder: string,
): Promise<{ code: number; output: string }> {
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const stop = (): boolean => child.kill("SIGKILL");
  process.once("exit", stop);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.once("close", (status) => resolve(status ?? 1));
    });
    return { code, output };
  } finally {
    process.off("exit", stop);
  }
}
