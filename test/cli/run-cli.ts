import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { readSurroundings } from "../../cli/config.ts";
import { runBerth } from "../../cli/run-berth.ts";

/** What a command line came to. */
export type Ran = Readonly<{ code: number; stdout: string; stderr: string }>;

type Options = Readonly<{
  env?: Readonly<Record<string, string>>;
  /** What people answer to questions; nobody can be asked when unset. */
  answer?: string | (() => Promise<string>);
  stdin?: string;
  signal?: AbortSignal;
  onOutput?: (text: string) => void;
  openBrowser?: (url: string) => Promise<void>;
}>;

/** Runs command lines in this process, each on its own, with a folder of contexts of their own. */
export class CommandLine {
  readonly home = mkdtempSync(join(tmpdir(), "berth-cli-"));
  env: Readonly<Record<string, string>>;

  constructor(env: Readonly<Record<string, string>> = {}) {
    this.env = { HOME: this.home, ...env };
  }

  /** How its requests are sent. */
  send: (request: Request) => Promise<Response> = (request) => fetch(request);

  /** Runs one command line. */
  async run(
    args: readonly string[],
    { env, answer, stdin = "", signal, onOutput, openBrowser }: Options = {},
  ): Promise<Ran> {
    const written = { stdout: "", stderr: "" };
    const sink = (name: "stdout" | "stderr") => ({
      write: (text: string) => {
        written[name] += text;
        onOutput?.(text);
      },
    });
    const bytes = (name: "stdout" | "stderr"): Writable =>
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          sink(name).write(chunk.toString());
          done();
        },
      });
    const streams = { stdin: Readable.from([Buffer.from(stdin)]), stdout: bytes("stdout"), stderr: bytes("stderr") };
    const host = {
      surroundings: readSurroundings({ ...this.env, ...env }),
      canAsk: answer !== undefined,
      ask: async () => (typeof answer === "function" ? answer() : (answer ?? "")),
      readStdin: () => Promise.resolve(stdin),
      streams,
      send: this.send,
      signal: signal ?? new AbortController().signal,
      lendTerminal: <T>(work: () => Promise<T>) => work(),
      openBrowser: openBrowser ?? (() => Promise.reject(new Error("there is no browser"))),
    };
    const code = await runBerth(args, "0.0.0", host, { stdout: sink("stdout"), stderr: sink("stderr") });
    return { code, ...written };
  }

  /** Runs one that must succeed, and answers what it wrote. */
  async ok(args: readonly string[], options: Options = {}): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, options);
    if (code !== 0) throw new Error(`berth ${args.join(" ")} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** Changes its environment from now on. */
  setEnv(env: Readonly<Record<string, string>>): void {
    this.env = { ...this.env, ...env };
  }

  /** Removes its folder. */
  close(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
