import { join } from "node:path";
import { findGoPrograms } from "../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../local/config.ts";
import { runToEnd } from "./embedded-binaries.ts";

/** Answers actionlint's path, built with Go where it is missing: some seconds. */
export async function findActionlint(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const folder = await findGoPrograms(
    {
      name: "actionlint",
      moduleDir: join(import.meta.dirname, "actionlint"),
      programs: { actionlint: { package: "github.com/rhysd/actionlint/cmd/actionlint", flags: "-s -w" } },
    },
    { cacheDir, run: runToEnd, report: (line) => console.log(`    ${line}`) },
  );
  return join(folder, "actionlint");
}
