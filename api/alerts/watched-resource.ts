import type { AlertKind, AlertRule, EffectiveRules } from "../../contract/alert-rules.ts";
import type { DatabaseEngine } from "../../contract/resources/database-engines.ts";
import type { WatchRow } from "../../adapters/postgres/alerts/alert-watch-store.ts";
import type { RouteRates } from "../../adapters/history/history-client.ts";
import type { PodFacts } from "../usage/pod-facts.ts";

/** Something that has alert rules, with all that they are judged by. */
export type WatchedResource = Readonly<{
  id: string;
  kind: AlertKind;
  name: string;
  objectName: string;
  /** Members of its body as reads show it. */
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

/** What of a body the rules are judged by. */
export type WatchedBody = Readonly<{
  conditions?: readonly Readonly<{
    type: string;
    status: string;
    reason?: string;
    message?: string;
    last_transition_time?: string;
  }>[];
  is_staged?: boolean;
  custom_domain?: string | null;
  engine?: DatabaseEngine;
  backup_enabled?: boolean;
  backup_schedule?: string | null;
  last_backup_at?: string | null;
  created_at?: string;
}>;
