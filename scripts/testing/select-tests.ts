import { join } from "node:path";
import type { ImportGraph } from "./import-graph.ts";
import { kindOf, runsPods } from "./plan-jobs.ts";

/** Joined, as a path of its own text would have whoever reaches this file reach them all, and all be built that they start. */
const ofNodes = (name: string): string => join("test", "nodes", `${name}.test.ts`);

/** Of the tests of real nodes what CI runs, a minute and a half: what most changes could break. */
const FEW_NODES = [ofNodes("apps")];

/** Of the tests of real nodes what `make test-nodes` leaves to `make test-all`: in a quarter of an hour the others do all that a shorter one breaks of, too. */
const NODES_FOR_THE_NIGHT: ReadonlySet<string> = new Set(
  [
    "autoscaling",
    "certificate-life",
    "chaos",
    "cilium",
    "cluster-api",
    "conformance",
    "database-storage",
    "database-story",
    "drift",
    "external-secrets",
    "gateway",
    "gateway-endures",
    "host-moves",
    "host-routes",
    "last-mile",
    "major-upgrade",
    "previews",
    "promotion",
    "recovery",
    "releases",
    "shared-clusters",
    "shipped-lines",
    "velero",
  ].map(ofNodes),
);

/**
 * What `make test` leaves to `make test-all`: the long ones among those of their room, where shorter ones, of the part itself
 * or of the simulated world, break of most of what they would find.
 */
const FOR_THE_NIGHT: ReadonlySet<string> = new Set(
  [
    "chaos/everything",
    "chaos/kills",
    "chaos/outages",
    "console/stories/memory",
    "console/stories/pictures",
    "e2e/adoption",
    "e2e/agreement",
    "e2e/bad-input",
    "e2e/berthctl",
    "e2e/bundle",
    "e2e/chart-rights",
    "e2e/client-package",
    "e2e/cluster-life",
    "e2e/command-line",
    "e2e/console",
    "e2e/databases",
    "e2e/deployment-automation",
    "e2e/deployment-fields",
    "e2e/import",
    "e2e/jobs",
    "e2e/promotion",
    "e2e/release-command",
    "e2e/retried-syncs",
    "e2e/truth",
    "ha/operators",
    "local/cloud",
    "local/restart",
    "local/stack",
    "scripts/release/foreign-images",
  ].map((name) => `test/${name}.test.ts`),
);

/** Lists the tests that somebody asked for by words; throws where a name is no test's. */
export function selectTests(asked: readonly string[], tests: readonly string[], graph: ImportGraph): readonly string[] {
  if (asked[0] === "--all") return tests;
  const usual = tests.filter((test) => !runsPods(kindOf(test, graph)) && !FOR_THE_NIGHT.has(test));
  if (asked.length === 0) return usual;
  if (asked[0] === "--ci") return [...FEW_NODES, ...usual];
  if (asked[0] === "--few-nodes") return FEW_NODES;
  if (asked[0] === "--nodes")
    return tests.filter((test) => runsPods(kindOf(test, graph)) && !NODES_FOR_THE_NIGHT.has(test));
  if (asked[0] === "--fast") return tests.filter((test) => kindOf(test, graph) === "pure");
  const found = tests.filter((test) => asked.some((path) => `${test}/`.startsWith(`${path.replace(/\/$/, "")}/`)));
  if (found.length === 0) throw new Error(`No test is named ${asked.join(" ")}.`);
  return found;
}
