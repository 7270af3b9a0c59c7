import type { VNode } from "preact";
import { Empty } from "../../parts/empty.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { toCall, type Call } from "../../store/call.ts";
import { clusters, databases, deployments } from "../../store/kinds.ts";
import { now } from "../../store/now.ts";
import { may } from "../../store/may.ts";
import { ownership, session } from "../../store/session.ts";
import { needsOf } from "../../view/needs.ts";
import { Counts } from "./counts.tsx";
import { Needs } from "./needs.tsx";
import { useOpenAlerts } from "./use-open-alerts.ts";
import { usePendingUpgrades } from "./use-pending-upgrades.ts";

const readsOf = (query: typeof ownership.value): readonly Call[] => [
  toCall("listDeployments", { query }),
  toCall("listClusters", { query }),
  toCall("listDatabases", { query }),
  toCall("listAlerts", { query: { ...query, state: "open" } }),
];

/** What needs the reader, and how everything stands. */
export function HomePage(): VNode {
  const signedIn = session.value;
  const lists = [deployments.value, clusters.value, databases.value] as const;
  const [ofDeployments, ofClusters, ofDatabases] = lists;
  const upgrades = usePendingUpgrades();
  const alerts = useOpenAlerts();
  const isWhole = [...lists, upgrades, alerts].every((list) => list.isWhole);
  const needs = needsOf(
    {
      deployments: ofDeployments.rows,
      clusters: ofClusters.rows,
      databases: ofDatabases.rows,
      upgrades: upgrades.rows,
      alerts: alerts.rows,
    },
    now.value,
    may,
  );
  const isBare = isWhole && lists.every(({ rows }) => rows.length === 0);
  return (
    <>
      <PageHead
        title={signedIn.state === "in" ? `Hello, ${signedIn.me.name}` : "Home"}
        reads={readsOf(ownership.value)}
      />
      <ProblemNote problem={[...lists, upgrades, alerts].find((list) => list.problem !== undefined)?.problem} />
      {isBare ? (
        <Beginning />
      ) : (
        <>
          <Needs needs={needs} isWhole={isWhole} />
          <Counts />
        </>
      )}
    </>
  );
}

/** Where there is nothing yet: the first step, for who may take it. */
function Beginning(): VNode {
  return (
    <Empty title="Everything begins with a cluster">
      <p>
        A cluster carries your applications and databases. However it is made, it appears here while it is being made.
      </p>
      <div class="actions">
        {may("createCluster") && (
          <a class="button button-first" href="/clusters/new" data-operation="createCluster">
            Make a cluster
          </a>
        )}
        {may("importCluster") && (
          <a class="button" href="/clusters/import" data-operation="importCluster">
            Import one
          </a>
        )}
      </div>
    </Empty>
  );
}
