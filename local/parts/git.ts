import { join } from "node:path";
import { writeFileAtomically } from "../atomic-file.ts";
import { ensureRepository } from "../git/repository.ts";
import { answersOk } from "../processes/probes.ts";
import type { StackContext } from "./context.ts";

/** How to reach the embedded Git repository. */
export type GitAccess = Readonly<{ url: string; user: string; token: string; branch: string }>;

/** Starts the Git server over its one repository. */
export async function startGit({
  homeDir,
  projectDir,
  config,
  ports,
  secrets,
  supervisor,
  report,
}: StackContext): Promise<GitAccess> {
  const root = join(homeDir, "git");
  const tokenFile = join(homeDir, "git-token");
  await ensureRepository(join(root, "platform.git"), supervisor);
  await writeFileAtomically(tokenFile, secrets.git);
  const port = await ports.take("git");
  const options = { root, port: String(port), "token-file": tokenFile, path: config.childEnv["PATH"] ?? "" };
  await supervisor.start({
    name: "git",
    command: process.execPath,
    args: [
      join(projectDir, "local/git/server.ts"),
      ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    ],
    stopWave: 1,
    ready: (signal) => answersOk(`http://127.0.0.1:${port}/healthz`, signal),
  });
  report("git: ready");
  return { url: `http://127.0.0.1:${port}/platform.git`, user: "berth", token: secrets.git, branch: "main" };
}
