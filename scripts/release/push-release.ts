import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runToEnd } from "../../test/support/embedded-binaries.ts";
import { findCrane } from "../../test/support/registry/crane.ts";
import { nameOf, OciLayout, type Named } from "./oci-layout.ts";
import type { ReleaseSetting } from "./release-setting.ts";

/** The place that is pushed to, and the folder of the login there; without one it is that of docker and crane. */
type PushTo = Readonly<{ place: string; configDir?: string }>;

/** Pushes a release: images and charts, of which none may be there with another content, then what is signed. */
export async function pushRelease({ outDir, place }: ReleaseSetting, to: PushTo): Promise<void> {
  const crane = await prepareCrane(to.configDir);
  const renamed = (named: Named): string => `${to.place}${nameOf(named).slice(place.length)}`;
  const content = new OciLayout(join(outDir, "oci"));
  for (const named of content.list()) {
    const there = await crane("digest", renamed(named));
    if (there.code === 0 && there.output.trim() !== named.digest)
      throw new Error(`${renamed(named)} is out with another content (${there.output.trim()}): raise the version`);
  }
  for (const layout of [content, new OciLayout(join(outDir, "signatures"))])
    for (const named of layout.list()) {
      const { code, output } = await pushOne(crane, layout, named, renamed(named));
      if (code !== 0) throw new Error(`${renamed(named)} was not pushed: ${output.trim().slice(-400)}`);
    }
}

type Answer = Readonly<{ code: number | null; output: string }>;
type Crane = (...args: string[]) => Promise<Answer>;

async function prepareCrane(configDir: string | undefined): Promise<Crane> {
  const command = await findCrane();
  const env: Record<string, string> = configDir === undefined ? {} : { DOCKER_CONFIG: configDir };
  return (...args) => runToEnd({ command, args, env });
}

/** Crane pushes what a layout names when that is one thing, so each gets a layout of its own over the same blobs. */
async function pushOne(crane: Crane, layout: OciLayout, named: Named, name: string): Promise<Answer> {
  const dir = mkdtempSync(join(tmpdir(), "berth-push-"));
  try {
    symlinkSync(join(layout.dir, "blobs"), join(dir, "blobs"));
    writeFileSync(join(dir, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
    const { mediaType, digest, size } = named;
    writeFileSync(
      join(dir, "index.json"),
      JSON.stringify({ schemaVersion: 2, manifests: [{ mediaType, digest, size }] }),
    );
    return await crane("push", dir, name);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
