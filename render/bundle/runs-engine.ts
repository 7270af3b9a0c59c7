import type { ClusterSpec } from "../../contract/resources/cluster.ts";
import type { DatabaseEngine } from "../../contract/resources/database-engines.ts";
import { bundleProfile, readProfile, type BundleComponent } from "./component.ts";
import { CLOUDNATIVE_PG, MOCO } from "./database-components.ts";
import { isFor } from "./wanted-components.ts";

const OPERATORS: Readonly<Record<DatabaseEngine, BundleComponent>> = { postgresql: CLOUDNATIVE_PG, mysql: MOCO };

/** Tells whether clusters of a kind have what runs an engine; the simulated cloud plays both. */
export function runsEngine(
  cluster: Pick<ClusterSpec, "provider" | "tier" | "imported">,
  engine: DatabaseEngine,
): boolean {
  const profile = bundleProfile(cluster);
  return readProfile(profile).kind === "local" || isFor(OPERATORS[engine], profile);
}

/** What to do where nothing runs databases. */
export const NO_ENGINE =
  "Shared clusters of a real provider run no databases; use a dedicated, a production or an imported cluster.";
