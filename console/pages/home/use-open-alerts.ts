import type { Item } from "../../../client/operation-types.ts";
import { berth } from "../../store/berth.ts";
import { organization } from "../../store/session.ts";
import { useEvery } from "../../store/use-every.ts";
import { useLive } from "../../store/use-live.ts";
import { ALERTS_EVERY_MS } from "../../view/alerts.ts";
import type { Problem } from "../../view/problem.ts";

type Open = Readonly<{ rows: readonly Item<"listAlerts">[]; isWhole: boolean; problem: Problem | undefined }>;

/** More than Home shows. */
const READ_MAX = 50;

/** Reads the alerts that fire now. */
export function useOpenAlerts(): Open {
  const id = organization.value?.id;
  const { value, problem, refresh } = useLive("alerts", id ?? "", async (signal) => {
    if (id === undefined) return [];
    const query = { organization_id: id, state: "open", limit: READ_MAX } as const;
    return (await berth.listAlerts({ query }, { signal })).alerts;
  });
  useEvery(ALERTS_EVERY_MS, refresh);
  return { rows: value ?? [], isWhole: value !== undefined || problem !== undefined, problem };
}
