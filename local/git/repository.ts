import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { exists } from "../exists.ts";
import type { Supervisor } from "../processes/supervisor.ts";

const author = {
  GIT_AUTHOR_NAME: "Berth",
  GIT_AUTHOR_EMAIL: "berth@localhost",
  GIT_COMMITTER_NAME: "Berth",
  GIT_COMMITTER_EMAIL: "berth@localhost",
};

const settings = {
  "http.receivepack": "true",
  "uploadpack.allowFilter": "true",
  "uploadpack.allowReachableSHA1InWant": "true",
  // A repack of ten thousand applications takes seconds of CPU: do it rarely, and never while a push waits.
  "gc.auto": "20000",
  "gc.autoDetach": "true",
};

/** Makes the bare repository with its first commit, once: Argo CD cannot read a branch that does not exist yet. */
export async function ensureRepository(path: string, supervisor: Supervisor): Promise<void> {
  if (await exists(path)) return;
  const half = `${path}.half`;
  await rm(half, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
  const git = async (...args: string[]): Promise<void> => {
    const { code, output } = await supervisor.run({ command: "git", args, env: author });
    if (code === 127) throw new Error("Install git (https://git-scm.com): the embedded Git server and Argo CD use it.");
    if (code !== 0) throw new Error(`git ${args[0] ?? ""} failed: ${output.trim()}`);
  };
  await git("init", "--quiet", "--bare", "--initial-branch=main", half);
  for (const [name, value] of Object.entries(settings)) await git("-C", half, "config", name, value);
  const script =
    'tree=$(git mktree </dev/null) && commit=$(git commit-tree -m "Begin" "$tree") && git update-ref refs/heads/main "$commit"';
  const { code, output } = await supervisor.run({ command: "/bin/sh", args: ["-c", script], cwd: half, env: author });
  if (code !== 0) throw new Error(`The first commit failed: ${output.trim()}`);
  await rename(half, path);
}
