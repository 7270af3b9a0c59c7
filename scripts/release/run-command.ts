import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Run } from "../../local/binaries/go-build.ts";

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Runs a command to its end, and answers what it said. */
export const runCommand: Run = async ({ command, args, cwd, env }) => {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: OUTPUT_BYTES_MAX };
    return { code: 0, output: (await promisify(execFile)(command, [...args], options)).stdout };
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as { stdout?: string; stderr?: string; message: string };
    return { code: 1, output: `${stdout}${stderr}` || message };
  }
};
