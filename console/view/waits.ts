import type { OperationId } from "../../client/operation-types.ts";

/** What helps: what its link says, and where it leads; only who may call the operation is led to it. */
export type Help = Readonly<{ says: string; operation?: OperationId; query?: string }>;
type Waits = readonly Readonly<{ type: string; status: string; help: Help }>[];

/** Where what is to be done for an own domain stands. */
const DOMAIN = "?tab=configuration";
const OF_DEPLOYMENTS: Waits = [
  { type: "DomainVerified", status: "False", help: { says: "See the record", query: DOMAIN } },
  { type: "DomainPoints", status: "False", help: { says: "See where it points", query: DOMAIN } },
  { type: "CertificateReady", status: "False", help: { says: "See its certificate", query: DOMAIN } },
  { type: "BackedUp", status: "False", help: { says: "See its backups" } },
  {
    type: "Drifted",
    status: "True",
    help: { says: "Deliver it anew", operation: "syncDeployment", query: "?do=sync" },
  },
];
/** A cluster's page shows all that is told of it. */
const OF_CLUSTERS: Waits = [
  { type: "NamesPoint", status: "False", help: { says: "See the record" } },
  { type: "CertificateReady", status: "False", help: { says: "See its certificate" } },
];

/** The conditions that wait for somebody, and what helps. */
export const WAITS = { Deployment: OF_DEPLOYMENTS, Cluster: OF_CLUSTERS } as const;
