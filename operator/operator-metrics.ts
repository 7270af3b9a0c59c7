import type { Registry } from "prom-client";
import { createAddressMetrics, type AddressMetrics } from "./delivery/address-metrics.ts";
import { createCertificateMetrics, type CertificateMetrics } from "./delivery/certificate-metrics.ts";
import { createGitMetrics } from "./delivery/git-metrics.ts";
import { createOrphanMetrics } from "./delivery/orphan-metrics.ts";
import { createReleaseMetrics } from "./delivery/release-metrics.ts";
import type { GitObserver } from "./git/git-writer.ts";
import { createMirrorMetrics, type MirrorMetrics } from "./mirror/mirror-metrics.ts";
import { createRuntimeMetrics, type RuntimeMetrics } from "./runtime/metrics.ts";

/** All metrics of the operator's own. */
export type OperatorMetrics = Readonly<{
  runtime: RuntimeMetrics;
  git: GitObserver;
  release: ReturnType<typeof createReleaseMetrics>;
  orphans: ReturnType<typeof createOrphanMetrics>;
  addresses: AddressMetrics;
  certificates: CertificateMetrics;
  mirror: MirrorMetrics;
}>;

/** Registers all metrics of the operator's own: its process takes them from here, and so does their reference. */
export function createOperatorMetrics(registry: Registry): OperatorMetrics {
  return {
    runtime: createRuntimeMetrics(registry),
    git: createGitMetrics(registry),
    release: createReleaseMetrics(registry),
    orphans: createOrphanMetrics(registry),
    addresses: createAddressMetrics(registry),
    certificates: createCertificateMetrics(registry),
    mirror: createMirrorMetrics(registry),
  };
}
