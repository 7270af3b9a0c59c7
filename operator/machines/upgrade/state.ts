import {
  UPGRADE_TRAITS,
  type UPGRADE_PHASES,
  type UpgradePreflight,
  type upgradeSpec,
} from "../../../contract/resources/upgrade-request.ts";
import type { z } from "zod";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import type { BaseState } from "../base-state.ts";

/** Where an upgrade request is. */
export type UpgradePhase = (typeof UPGRADE_PHASES)[number];
/** What people decided. */
export type UpgradeDecision = z.infer<typeof upgradeSpec>["decision"];

/** States every arrow of an upgrade request (docs/adr/0024); tests hold the machine to it. */
export const UPGRADE_EDGES = {
  pending: ["approved", "rejected", "cancelled"],
  approved: ["scheduled", "preflight", "cancelled"],
  scheduled: ["preflight", "cancelled"],
  preflight: ["in_progress", "failed", "cancelled"],
  in_progress: ["completed", "failed"],
  completed: [],
  failed: [],
  rejected: [],
  cancelled: [],
} as const satisfies Record<UpgradePhase, readonly UpgradePhase[]>;

/** Tells whether a request still stands in the way of another one. */
export function isOpen(phase: string | undefined): boolean {
  return !traitsOf(UPGRADE_TRAITS, phase).settled;
}

/** Begins the reasons with which a cluster says at which step its upgrade got stuck. */
export const STUCK = "UpgradeStuckAt";
/** A preflight that is held up for this long fails. */
export const PREFLIGHT_MAX_MS = 60 * 60_000;
/** A cluster that is not of the new version after this long shows as degraded. */
export const UPGRADE_MAX_MS = 2 * 60 * 60_000;
/** The request ends a little later, so that the cluster can say first where it stopped. */
export const REQUEST_MAX_MS = UPGRADE_MAX_MS + 10 * 60_000;

/** What the machine remembers. */
export type UpgradeState = BaseState<UpgradePhase> &
  Readonly<{
    /** The cluster that was meant when the request was first seen. */
    clusterId: string | undefined;
    fromVersion: string | undefined;
    approvedAtMs: number | undefined;
    startedAtMs: number | undefined;
    completedAtMs: number | undefined;
    preflight: UpgradePreflight | undefined;
    step: string;
  }>;
