import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Two dozen commands on a slow machine: one that waits for ever is ended before its test is, and shows how far it came. */
const DEADLINE_MS = 300_000;

/** Tells whether this machine can give a program a terminal. */
export function hasTerminal(): Promise<boolean> {
  return run("script", ["--version"]).then(
    () => true,
    () => false,
  );
}

/** What came of a session: its exit status, and all that was written to the screen. */
type Session = Readonly<{ code: number | null; screen: string }>;

/** Types command lines into a shell with a terminal, one after the other, and `answer` to each question: yes, unless it is another one. */
export async function atTerminal(
  lines: readonly string[],
  env: Readonly<Record<string, string>>,
  { question, answer } = { question: "[y/N]", answer: "y\n" },
): Promise<Session> {
  const shell = spawn("script", ["-qec", ["set -e", "stty rows 24 cols 100", ...lines].join("\n"), "/dev/null"], {
    env: { ...process.env, SHELL: "/bin/sh", TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let screen = "";
  let answered = 0;
  shell.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    for (; answered < screen.split(question).length - 1; answered += 1) shell.stdin.write(answer);
  });
  const limit = setTimeout(() => {
    screen += `\n(not done within ${DEADLINE_MS / 1_000} s)`;
    shell.kill();
  }, DEADLINE_MS);
  const code = await new Promise<number | null>((resolve) => shell.on("close", resolve));
  clearTimeout(limit);
  return { code, screen };
}
