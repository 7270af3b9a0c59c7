import type { DatabaseSpec } from "../../../contract/resources/database-instance.ts";
import type { GitView } from "../decision.ts";
import type { DeliveryEffect, DeploymentEffect } from "../deployment/observe-types.ts";
import type { ApplicationView, ClusterView, RenderedView, RootView, SecretsView } from "../deployment/state.ts";
import type { SourceView } from "./source.ts";
import type { EngineView } from "./engine-view.ts";

/** One look at the world around a live database. */
export type DatabaseObserved = Readonly<{
  generation: number;
  /** What is wanted. */
  spec: DatabaseSpec;
  cluster: ClusterView;
  /** Why nothing on the cluster would run its engine, and what to do; undefined where something does. */
  noEngine: string | undefined;
  /** Older object of the same cluster with the same name. */
  nameTakenBy: string | undefined;
  source: SourceView;
  secrets: SecretsView;
  rendered: RenderedView;
  git: GitView;
  application: ApplicationView;
  root: RootView;
  engine: EngineView;
  /** Where the archive begins, where the engine does not say it. */
  archiveFrom: string | undefined;
  /** Major version that its newest backup is of; undefined without one. */
  backedVersion: string | undefined;
  /** Whether the preview that it was made for is gone or going; undefined for what no preview has. */
  isPreviewOver?: boolean | undefined;
}>;

/** What a live database can ask for; every effect is idempotent. */
export type DatabaseEffect =
  | DeliveryEffect
  | Extract<DeploymentEffect, { kind: "pushSecrets" }>
  /** Make a password where there is none yet. */
  | Readonly<{ kind: "makeCredentials" }>
  /** Delete this very database. */
  | Readonly<{ kind: "endPreview" }>;
