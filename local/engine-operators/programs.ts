import { fileURLToPath } from "node:url";
import type { GoPrograms } from "../binaries/go-programs.ts";

const PLAIN = "-s -w";
const CLOUDNATIVE_PG = "github.com/cloudnative-pg/cloudnative-pg";
const BARMAN_CLOUD = "github.com/cloudnative-pg/plugin-barman-cloud";

/** Names the versions of what runs databases; equal to local/toolchain-databases/go.mod, which a test checks. */
export const ENGINE_VERSIONS = {
  [CLOUDNATIVE_PG]: "v1.30.0",
  [BARMAN_CLOUD]: "v0.14.0",
  "github.com/versity/versitygw": "v1.8.0",
} as const;

/** Lists the programs that run databases on clusters with real nodes: about eight minutes of work when they have to be built. */
export const ENGINE_PROGRAMS: GoPrograms = {
  name: "databases",
  moduleDir: fileURLToPath(new URL("../toolchain-databases", import.meta.url)),
  programs: {
    "cloudnative-pg": { package: `${CLOUDNATIVE_PG}/cmd/manager`, flags: PLAIN },
    "plugin-barman-cloud": { package: `${BARMAN_CLOUD}/cmd/manager`, flags: PLAIN },
    versitygw: { package: "github.com/versity/versitygw/cmd/versitygw", flags: PLAIN },
  },
};
