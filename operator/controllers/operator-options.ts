import type { AddressMetrics } from "../delivery/address-metrics.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import type { JudgeChartHost } from "../../adapters/outgoing/chart-host-judge.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import type { PlatformChart } from "../delivery/platform-charts.ts";
import type { BundleRelease } from "../delivery/bundle-release.ts";
import type { TenantConnect } from "../delivery/tenant-clients.ts";
import type { GitWriter } from "../git/git-writer.ts";
import type { Provisioners } from "../provisioners/choose-provisioner.ts";
import type { VirtualClusterSettings } from "../provisioners/vcluster/vcluster-provisioner.ts";
import type { RenderElsewhere } from "../render-elsewhere.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RuntimeMetrics } from "../runtime/metrics.ts";
import type { ReleaseObserver } from "./platform/release-waves.ts";
import type { AskAddress, CertificateAuthority, LookUpRecords, ResolveTxt } from "./parts.ts";
import type { OrphanObserver } from "./platform/orphans.ts";
import type { DeliverySettings } from "./shared/delivery-settings.ts";
import type { VaultParts } from "../delivery/vault-carrier.ts";

/** The set-up of an operator. */
export type OperatorOptions = Readonly<{
  /** Client of the management cluster. */
  client: KubeClient;
  /** Says, on the monotonic clock, whether this process leads; asked before anything is changed anywhere. */
  isLeader: () => boolean;
  writer: GitWriter;
  /** The charts of this release. */
  charts: Readonly<{ workload: PlatformChart; database: PlatformChart }>;
  bundle: BundleRelease;
  provisioners: Provisioners;
  connect: TenantConnect;
  settings: DeliverySettings;
  clock: Clock;
  logger: Logger;
  metrics: RuntimeMetrics;
  /** Resolves TXT records, by which people prove that a domain is theirs. */
  resolveTxt: ResolveTxt;
  /** Looks up where own domains lead. */
  lookUpRecords: LookUpRecords;
  /** Says whether Argo CD may fetch charts from somewhere. */
  judgeChartHost: JudgeChartHost;
  /** Asks the public addresses of applications; nobody is asked when unset. */
  askAddress?: AskAddress | undefined;
  /** Hears what came of that. */
  addressObserver?: AddressMetrics;
  /** Is asked what it wishes of certificates; nobody is asked when unset. */
  authority?: CertificateAuthority | undefined;
  /** Renders much text where nobody waits; where everything else is when unset. */
  renderElsewhere?: RenderElsewhere;
  random?: () => number;
  resyncMs?: number;
  /** Hears how far releases of the charts have come. */
  observeRelease?: ReleaseObserver;
  /** Hears how much has no resource. */
  observeOrphans?: OrphanObserver;
  /** Where secrets are kept in Vault. */
  vault?: VaultParts;
  /** How shared clusters lie on hosts. */
  virtualClusters?: VirtualClusterSettings;
}>;
