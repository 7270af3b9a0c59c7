import type { OperationId } from "../../client/operation-types.ts";

/** Something that waits for a person: what, why, and where to go. */
export type Need = Readonly<{
  key: string;
  kind: "Deployment" | "Cluster" | "Database";
  name: string;
  href: string;
  sentence: string;
  /** What the link says that helps. */
  help: string;
  /** What it leads to, where that is more than a look. */
  operation?: OperationId;
  urgency: "now" | "soon";
}>;
