import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a file so that a reader sees the old or the new content, never a half; mode 0600 unless told. */
export async function writeFileAtomically(path: string, content: string, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const next = `${path}.${randomBytes(4).toString("hex")}`;
  await writeFile(next, content, { mode });
  await rename(next, path);
}
