import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import type { JudgeChartHost } from "../../adapters/outgoing/chart-host-judge.ts";
import type { AskRenewalInfo } from "../../adapters/outgoing/renewal-info.ts";
import type { AddressMetrics } from "../delivery/address-metrics.ts";
import type { TenantConnect } from "../delivery/tenant-clients.ts";
import type { FoundRecords } from "../machines/deployment/domain-points.ts";
import type { AddressAnswer } from "../machines/deployment/reachable.ts";
import type { Provisioners } from "../provisioners/choose-provisioner.ts";
import type { HostGuards } from "../provisioners/vcluster/host-guards.ts";
import type { RenderElsewhere } from "../render-elsewhere.ts";
import type { StatusWriter } from "../resources/status-writer.ts";
import type { DeliveryContext } from "./delivered/target.ts";
import type { ClusterProbes } from "./shared/cluster-probes.ts";
import type { AreNewest } from "./shared/grounds.ts";
import type { Projects } from "./shared/projects.ts";
import type { UntoldChanges } from "./shared/untold-changes.ts";

/** Resolves TXT records, by which people prove that a domain is theirs. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

/** Looks up where a name leads, as the servers of its zone say it. */
export type LookUpRecords = (name: string) => Promise<FoundRecords>;

/** Asks a public address once, as a stranger would. */
export type AskAddress = (
  question: Readonly<{ url: string; path: string; isGrpc: boolean | undefined }>,
) => Promise<AddressAnswer>;

/** Who gives certificates by the platform's own issuer. */
export type CertificateAuthority = Readonly<{ clusterIssuer: string; askRenewalInfo: AskRenewalInfo }>;

/** What the controllers of all kinds work with. */
export type Parts = DeliveryContext &
  Readonly<{
    client: KubeClient;
    areNewest: AreNewest;
    connect: TenantConnect;
    probes: ClusterProbes;
    provisioners: Provisioners;
    guards: HostGuards;
    projects: Projects;
    /** Names what lies on a cluster without a resource. */
    orphans: Readonly<{ onCluster: (handle: string) => readonly string[] }>;
    /** Ends what a cluster may read in the secret store. */
    revokeSecrets: (handle: string) => Promise<void>;
    resolveTxt: ResolveTxt;
    lookUpRecords: LookUpRecords;
    judgeChartHost: JudgeChartHost;
    /** Undefined where the addresses of applications are not asked. */
    askAddress: AskAddress | undefined;
    addressObserver: AddressMetrics;
    /** Undefined where the operator does not know whom to ask of certificates. */
    authority: CertificateAuthority | undefined;
    renderElsewhere: RenderElsewhere | undefined;
    /** Has the object of a handle looked at: something answered after a pass had gone on without it. */
    onNews: (handle: string) => void;
  }>;

/** What the controller of one kind works with: the parts of all, and its own equipment. */
export type KindContext<T extends KubeObject, Equipment> = Parts &
  Equipment &
  Readonly<{ status: StatusWriter<T>; untold: UntoldChanges }>;
