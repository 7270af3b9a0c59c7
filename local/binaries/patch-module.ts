import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Run } from "./go-build.ts";

/** One changed module among a Go module's dependencies, and the patch of that module's folder. */
type ModulePatch = Readonly<{ module: string; file: string; moduleDir: string; workDir: string; run: Run }>;

/** Puts a changed copy of a module into a folder and answers a go.mod that builds with it; a patch that does not fit fails. */
export async function patchModule({ module, file, moduleDir, workDir, run }: ModulePatch): Promise<string> {
  const succeed = async (command: string, args: readonly string[], cwd: string): Promise<string> => {
    // The copy is no part of the repository that its folder may lie in: git would leave such files alone.
    const env = { GOFLAGS: "-mod=readonly", GOWORK: "off", GIT_CEILING_DIRECTORIES: dirname(copy) };
    const { code, output } = await run({ command, args, cwd, env });
    if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${output.trim()}`);
    return output.trim();
  };
  const copy = join(workDir, "module");
  await mkdir(workDir, { recursive: true });
  await succeed("go", ["mod", "download", module], moduleDir);
  const source = await succeed("go", ["list", "-m", "-f", "{{.Dir}}", module], moduleDir);
  await succeed("cp", ["-R", "--no-preserve=mode", source, copy], workDir);
  await succeed("git", ["apply", "--whitespace=nowarn", join(moduleDir, file)], copy);
  for (const name of ["go.mod", "go.sum"]) await copyFile(join(moduleDir, name), join(workDir, name));
  await succeed("go", ["mod", "edit", `-replace=${module}=${copy}`, join(workDir, "go.mod")], moduleDir);
  return join(workDir, "go.mod");
}
