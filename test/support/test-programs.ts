import { BINARY_NAMES } from "../../local/binaries/catalog.ts";
import { findSchemathesis } from "../schemathesis/install-schemathesis.ts";
import { findActionlint } from "./actionlint.ts";
import { findClusterApi } from "./cluster-api/core/programs.ts";
import { usesContainers } from "./containers/run-container.ts";
import { buildOlderKubernetes, findBinaries } from "./embedded-binaries.ts";
import { prepareGateway } from "./last-mile/gateway-images.ts";
import { findExternalSecrets } from "./external-secrets/programs.ts";
import { prepareLastMile } from "./last-mile/programs.ts";
import { findNodeLacks, prepareRealNodes } from "./real-nodes.ts";
import { findCrane } from "./registry/crane.ts";
import { findVault } from "./vault/install-vault.ts";
import { prepareVelero } from "./velero/programs.ts";
import { findStorageProgram } from "./velero/start-storage.ts";

/** Which module a test reaches when it needs a program, and how that program is found, downloaded or built. */
const PROGRAMS: readonly Readonly<{ module: string; prepare: () => Promise<unknown> }>[] = [
  { module: "test/support/embedded-binaries.ts", prepare: findAllBinaries },
  { module: "local/binaries/older-control-plane.ts", prepare: buildOlderKubernetes },
  { module: "test/support/vault/install-vault.ts", prepare: findVaultBinary },
  { module: "test/support/real-nodes.ts", prepare: prepareRealNodes },
  { module: "test/support/last-mile/programs.ts", prepare: prepareLastMile },
  { module: "test/support/last-mile/gateway-images.ts", prepare: prepareGateway },
  { module: "test/support/external-secrets/programs.ts", prepare: withNodes(findExternalSecrets) },
  { module: "test/support/velero/programs.ts", prepare: withNodes(prepareVelero) },
  { module: "test/support/velero/start-storage.ts", prepare: withNodes(findStorageProgram) },
  { module: "test/support/cluster-api/core/programs.ts", prepare: findClusterApi },
  { module: "test/support/registry/crane.ts", prepare: findCrane },
  { module: "test/support/actionlint.ts", prepare: findActionlint },
  { module: "test/schemathesis/install-schemathesis.ts", prepare: findSchemathesis },
];

/** Makes ready what tests start, one after the other: each build takes all processors. `isNeeded` is asked with a module's path. */
export async function prepareTestPrograms(isNeeded: (module: string) => boolean): Promise<void> {
  for (const { module, prepare } of PROGRAMS) if (isNeeded(module)) await prepare();
}

/** Where nodes do not run their tests are skipped: nothing is built for them. */
function withNodes(find: () => Promise<unknown>): () => Promise<unknown> {
  return async () => ((await findNodeLacks()).length > 0 ? undefined : find());
}

async function findAllBinaries(): Promise<void> {
  const binaries = await findBinaries(BINARY_NAMES);
  await Promise.all(BINARY_NAMES.map(binaries));
}

async function findVaultBinary(): Promise<void> {
  if (!(await usesContainers())) await findVault();
}
