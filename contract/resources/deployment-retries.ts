/** States after how long the operator looks again at a deployment that waits for something, by the reason shown. */
export const RETRY_AFTER_MS = {
  NameTaken: 60_000,
  WorkloadTaken: 60_000,
  WorkloadRefused: 60_000,
  ClusterUnreachable: 15_000,
  ClusterNotFound: 15_000,
  ClusterNotReady: 15_000,
  ClusterFailed: 60_000,
  ClusterGone: 60_000,
  ClusterDegraded: 60_000,
  DeliveryStuck: 60_000,
  ChartHostRefused: 60_000,
  ChartHostUnresolved: 15_000,
  SecretMissing: 15_000,
  SecretsUndelivered: 15_000,
  GitUnavailable: 5_000,
  GitRefused: 30_000,
} as const;

/** Returns that time; undefined where nothing is tried again before somebody changes the deployment or asks for a sync. */
export function retryAfterMs(reason: string): number | undefined {
  return (RETRY_AFTER_MS as Readonly<Record<string, number | undefined>>)[reason];
}
