import type { VNode } from "preact";
import { Empty } from "../../parts/empty.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { clusters, databases, deployments } from "../../store/kinds.ts";
import { now } from "../../store/now.ts";
import { session } from "../../store/session.ts";
import { needsOf } from "../../view/needs.ts";
import { Counts } from "./counts.tsx";
import { Needs } from "./needs.tsx";

/** What needs the reader, and how everything stands. */
export function HomePage(): VNode {
  const signedIn = session.value;
  const lists = [deployments.value, clusters.value, databases.value] as const;
  const [ofDeployments, ofClusters, ofDatabases] = lists;
  const isWhole = lists.every((list) => list.isWhole);
  const needs = needsOf(
    { deployments: ofDeployments.rows, clusters: ofClusters.rows, databases: ofDatabases.rows },
    now.value,
  );
  const isBare = isWhole && lists.every(({ rows }) => rows.length === 0);
  return (
    <>
      <PageHead title={signedIn.state === "in" ? `Hello, ${signedIn.me.name}` : "Home"} />
      <ProblemNote problem={lists.find(({ problem }) => problem !== undefined)?.problem} />
      {isBare ? (
        <Empty title="Everything begins with a cluster">
          <p>
            A cluster carries your applications and databases. Make one by{" "}
            <a href="/docs" target="_self">
              REST
            </a>{" "}
            or the command line; it appears here while it is being made.
          </p>
        </Empty>
      ) : (
        <>
          <Needs needs={needs} isWhole={isWhole} />
          <Counts />
        </>
      )}
    </>
  );
}
