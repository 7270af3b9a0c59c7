import { BerthError } from "../../contract/errors.ts";

/** States how many of each an organization (API keys: a user) may own unless a platform admin says otherwise. */
export const QUOTAS = { clusters: 3, deployments: 50, apiKeys: 50 } as const;
export type Quota = keyof typeof QUOTAS;

/** Refuses one more of a kind when the quota is used up. */
export function assertWithinQuota(
  quota: Quota,
  owned: number,
  limits: Readonly<{ overrides: unknown; factor: number }>,
): void {
  const override = (limits.overrides as Readonly<Record<string, unknown>> | null)?.[quota];
  const most = typeof override === "number" ? override : QUOTAS[quota] * limits.factor;
  if (owned < most) return;
  throw new BerthError("quota_exceeded", {
    publicMessage: `The organization may own ${most} ${quota}; delete one or ask for more.`,
  });
}
