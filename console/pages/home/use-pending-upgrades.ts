import type { Item } from "../../../client/operation-types.ts";
import { berth } from "../../store/berth.ts";
import { may } from "../../store/may.ts";
import { organization } from "../../store/session.ts";
import { useLive } from "../../store/use-live.ts";
import type { Problem } from "../../view/problem.ts";

type Pending = Readonly<{
  rows: readonly Item<"listUpgradeRequests">[];
  isWhole: boolean;
  problem: Problem | undefined;
}>;

/** More than Home shows. */
const READ_MAX = 50;

/** Reads the upgrades that the reader may approve, and again whenever one changes; none for whoever may not. */
export function usePendingUpgrades(): Pending {
  const id = organization.value?.id;
  const isTheirs = id !== undefined && may("approveUpgrade");
  const { value, problem } = useLive("UpgradeRequest", isTheirs ? id : "", async (signal) => {
    if (!isTheirs) return [];
    const query = { organization_id: id, status: "pending", limit: READ_MAX } as const;
    return (await berth.listUpgradeRequests({ query }, { signal })).upgrades;
  });
  return { rows: value ?? [], isWhole: value !== undefined || problem !== undefined, problem };
}
