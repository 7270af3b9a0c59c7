import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandsOf, type Plan, type Script, type Step } from "./guide-plan.ts";
import { outputFault } from "./match-output.ts";

/** Where a guide is followed: what its reader has in the shell, and in which folder. */
type Surroundings = Readonly<{
  env: Readonly<Record<string, string>>;
  workDir: string;
  deadlineMs: number;
}>;
/** What following a guide came to. */
export type Followed = Readonly<{
  /** What went wrong, with file and line; empty when the guide is true. */
  faults: readonly string[];
  commands: number;
  /** The shell's variables at the end, for the guide that comes next. */
  env: Readonly<Record<string, string>>;
}>;

/**
 * Follows a guide as a reader does:
 * 1. all steps become one script for one shell, which ends at the first command that fails;
 * 2. a mark in the output before each step tells which one printed what, and a last one that nothing was skipped;
 * 3. what each block printed is compared with what the guide shows.
 */
export async function followGuide(plan: Plan, { env, workDir, deadlineMs }: Surroundings): Promise<Followed> {
  const steps = plan.steps.filter(({ kind }) => kind !== "left out" && kind !== "installed");
  const script = [
    "set -aeuo pipefail",
    ...steps.map((step, index) => `${sayMark(String(index))}\n${scriptOf(step)}`),
    sayMark("end"),
    "env -0 > .guide-env",
  ].join("\n");
  await writeFile(join(workDir, ".guide.sh"), script);
  const { code, stdout, stderr } = await runShell({ env, workDir, deadlineMs });
  const printed = stdout.split(MARK).slice(1);
  const reached = printed.map((text) => text.split("\n")[0] ?? "");
  const where = (index: number): string => `${plan.document}:${steps[index]?.block.line ?? "?"}`;
  if (reached.at(-1) !== "end") {
    const last = reached.length - 1;
    const told = `${printed.at(-1)?.split("\n").slice(1).join("\n") ?? ""}${stderr}`.slice(-2_000);
    return { faults: [`${where(last)}: it ended with ${code ?? "no answer in time"}: ${told}`], commands: 0, env };
  }
  const faults = steps.flatMap((step, index) => {
    const fault =
      step.kind === "run" && step.expected !== undefined
        ? outputFault(step.expected, textAt(printed, index))
        : undefined;
    return fault === undefined ? [] : [`${where(index)}: ${fault}`];
  });
  return { faults, commands: steps.reduce((sum, step) => sum + countOf(step), 0), env: await readEnv(workDir) };
}

const MARK = "\u001e@@";
const sayMark = (name: string): string => `printf '\\n\\036@@%s\\n' '${name}'`;
const textAt = (printed: readonly string[], index: number): string =>
  printed[index]?.split("\n").slice(1).join("\n") ?? "";

function countOf(step: Step): number {
  if (step.kind === "run") return commandsOf(step.block.text).length;
  return step.kind === "pipeline" ? step.scripts.length : 0;
}

function scriptOf(step: Step): string {
  switch (step.kind) {
    case "run":
      return step.block.text;
    case "file":
      return heredoc(`cat > ${step.name}`, step.block.text);
    case "object":
      return objectScript(step.block.text, step.refused);
    case "pipeline":
      return step.scripts.map(pipelineScript).join("\n");
    default:
      return ":";
  }
}

const END = "END_OF_BLOCK";
const heredoc = (command: string, text: string): string => `${command} <<'${END}'\n${text}${END}`;
const APPLY = "kubectl apply --server-side --force-conflicts --dry-run=server --validate=strict --filename -";

/** Nothing is stored; a sentence that a refusal is to say must be in it. */
function objectScript(text: string, refused: string | undefined): string {
  if (refused === undefined) return heredoc(APPLY, text);
  const judged = [
    `if ${APPLY} > .refusal 2>&1 <<'${END}'`,
    `${text}${END}`,
    `then echo "it was taken" >&2; false; fi`,
    `grep -qF ${quoted(refused)} .refusal || { cat .refusal >&2; false; }`,
  ];
  return judged.join("\n");
}

function pipelineScript({ text, env }: Script): string {
  const given = Object.entries(env).map(([name, value]) => `export ${name}="${value}"`);
  return ["(", ...given, `bash -euo pipefail -c ${quoted(text)}`, ")"].join("\n");
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

type Exit = Readonly<{ code: number | null; stdout: string; stderr: string }>;

/** The shell leads a group of its own, so that a deadline ends all that it started. */
async function runShell({ env, workDir, deadlineMs }: Surroundings): Promise<Exit> {
  const child = spawn("bash", [".guide.sh"], { cwd: workDir, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (chunk: string) => (output[name] += chunk));
  const deadline = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), deadlineMs);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  clearTimeout(deadline);
  return { code, ...output };
}

async function readEnv(workDir: string): Promise<Record<string, string>> {
  const pairs = (await readFile(join(workDir, ".guide-env"), "utf8")).split("\0").filter((pair) => pair.includes("="));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}
