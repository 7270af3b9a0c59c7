import * as fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import git from "isomorphic-git";
import type { HttpClient } from "./http-client.ts";
import { isomorphicClient, translated } from "./remote-refs.ts";

/** Reads the files at a branch's head whose path matches; for recovery by hand, the writer itself never reads contents. */
export async function readBranchFiles(
  http: HttpClient,
  branch: string,
  wanted: RegExp,
): Promise<ReadonlyMap<string, string>> {
  const dir = await mkdtemp(join(tmpdir(), "berth-recovery-"));
  try {
    const copy = { fs, dir, url: http.base, ref: branch, singleBranch: true, depth: 1, noCheckout: true, noTags: true };
    await translated(git.clone({ ...copy, http: isomorphicClient(http, undefined) }));
    const files = new Map<string, string>();
    await git.walk({
      fs,
      dir,
      trees: [git.TREE({ ref: branch })],
      map: async (path, [entry]) => {
        if (!wanted.test(path) || (await entry?.type()) !== "blob") return;
        files.set(path, Buffer.from((await entry?.content()) ?? []).toString("utf8"));
      },
    });
    return files;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
