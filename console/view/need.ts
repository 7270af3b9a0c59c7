/** Something that waits for a person: what, why, and where to go. */
export type Need = Readonly<{
  key: string;
  kind: "Deployment" | "Cluster" | "Database";
  name: string;
  href: string;
  sentence: string;
  /** What the link says that helps. */
  help: string;
  urgency: "now" | "soon";
}>;
