import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReleaseSetting } from "./release-setting.ts";

export const PROVENANCE_TYPE = "https://slsa.dev/provenance/v1";
const BASE = /^ARG NODE=(?<image>[^\s@]+)(?:@sha256:(?<digest>[0-9a-f]{64}))?$/m;

/** Describes what a release was made from and by whom, as SLSA has it; no time, which would make each build another one. */
export function describeProvenance({ root, version, place, commit, builder, source }: ReleaseSetting): object {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const { image = "", digest } = BASE.exec(readFileSync(join(root, "api/Dockerfile"), "utf8"))?.groups ?? {};
  return {
    buildDefinition: {
      buildType: "urn:berth:release:1",
      externalParameters: { version, place },
      resolvedDependencies: [
        { name: "source", ...(source === undefined ? {} : { uri: `git+${source}` }), digest: { gitCommit: commit } },
        { name: "package-lock.json", digest: { sha256: lock } },
        // Without a digest it was no image but the machine's own Node and libraries; the bills of materials name them.
        ...(digest === undefined ? [] : [{ name: image, digest: { sha256: digest } }]),
      ],
    },
    runDetails: { builder: { id: builder } },
  };
}
