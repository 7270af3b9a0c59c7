import type { Run } from "../binaries/go-build.ts";
import type { LayerEntry } from "./layer-entry.ts";

/** Reads what a busybox can be called as, each a link to it; what packages brought themselves stays theirs. */
export async function readApplets(
  busybox: string,
  run: Run,
  present: readonly LayerEntry[] = [],
): Promise<readonly LayerEntry[]> {
  const { code, output } = await run({ command: busybox, args: ["--list"] });
  if (code !== 0) throw new Error(`${busybox} does not run: ${output.trim()}`);
  const names = output
    .trim()
    .split("\n")
    .filter((name) => name !== "busybox");
  const paths = new Set(present.map(({ path }) => path));
  return names
    .map((name) => ({ type: "link" as const, path: `bin/${name}`, mode: 0o777, target: "/bin/busybox" }))
    .filter(({ path }) => !paths.has(path));
}
