import type { AlertKind, AlertRule, EffectiveRules } from "../../contract/alert-rules.ts";
import type { WatchedBody, WatchRow } from "../../adapters/postgres/alerts/alert-watch-store.ts";
import type { RouteRates } from "../../adapters/history/history-client.ts";
import type { PodFacts } from "../usage/pod-facts.ts";

/** Something that has alert rules, with all that they are judged by. */
export type WatchedResource = Readonly<{
  id: string;
  kind: AlertKind;
  name: string;
  objectName: string;
  body: WatchedBody;
  rules: EffectiveRules;
  watches: ReadonlyMap<AlertRule, WatchRow>;
  /** Its pods; undefined while its cluster does not say. */
  pods: readonly PodFacts[] | undefined;
  /** What it was asked of late, null: nothing; undefined while nobody knows. */
  requests: RouteRates | null | undefined;
  /** Whether databases of this platform have an archive for their backups. */
  hasArchive: boolean;
}>;
