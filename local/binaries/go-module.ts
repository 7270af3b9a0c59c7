import type { Run } from "./go-build.ts";

/** A Go module at its version, with its checksum in go.sum's form. */
export type PinnedModule = Readonly<{ module: string; sum: string }>;

/** Answers the folder of a module's files, fetched by Go where they are not there yet; other files than the pinned ones are refused. */
export async function fetchGoModule({ module, sum }: PinnedModule, run: Run): Promise<string> {
  const args = ["mod", "download", "-json", module];
  const { code, output } = await run({ command: "go", args, env: { GOWORK: "off", GOFLAGS: "-mod=mod" } }).catch(() => {
    throw new Error(`${module} is fetched with Go, once: install Go 1.26 or newer (https://go.dev/dl)`);
  });
  if (code !== 0) throw new Error(`${module} could not be fetched: ${output.trim().split("\n").slice(-6).join("\n")}`);
  // Lines of progress may stand around it.
  const json = output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1);
  const { Dir: source = "", Sum: found } = JSON.parse(json) as Record<string, string>;
  if (found !== sum) throw new Error(`${module} has the checksum ${found ?? "none"}, not ${sum}`);
  return source;
}
