/**
 * Renders what speaks to Hetzner for one cluster, beside Cluster API on the management cluster: its users, who read every Secret
 * there, meet no token. Cluster API's kubeconfig leads it to the cluster; it goes with the Cluster.
 */
import { LABELS } from "../../contract/identity.ts";
import { cloudImages, type CloudImages } from "../bundle/cloud-components.ts";
import type { BundleChannel } from "../bundle/component.ts";
import { hashText } from "../text/text-hash.ts";
import { TOKEN_KEY } from "./cluster-class.ts";
import { hetznerSecretName } from "./cluster.ts";
import { API_VERSIONS, type Manifest } from "./manifest.ts";

/** Everything that the controllers of a cluster's cloud are told. */
export type CloudControllersInput = Readonly<{
  handle: string;
  id: string;
  namespace: string;
  /** Where load balancers and volumes are made that say no place themselves. */
  region: string;
  channel: BundleChannel;
  ownerUid: string;
}>;

/** Names the annotation that tells what was applied from what would be now. */
export const CONTENT_ANNOTATION = "hosting.berth.dev/content";

const KUBECONFIG = "/run/kubeconfig/value";
const SOCKET = "/run/csi/socket";
const MOUNTED_KUBECONFIG = { name: "kubeconfig", mountPath: "/run/kubeconfig", readOnly: true };
const MOUNTED_SOCKET = { name: "socket", mountPath: "/run/csi" };
const NOBODY = 65_532;

/** Names the Deployment of a cluster's cloud controllers. */
export function cloudControllersName(handle: string): string {
  return `${handle}-cloud-controllers`;
}

/** Tells one content of the Deployment from another. */
export function cloudControllersPrint(input: Omit<CloudControllersInput, "ownerUid">): string {
  return hashText(JSON.stringify(podOf(input))).toString(16);
}

/** Renders the Deployment; as the Cluster's own it goes when the Cluster has gone. */
export function renderCloudControllers(input: CloudControllersInput): Manifest {
  const { handle, id, namespace, ownerUid } = input;
  const labels = { [LABELS.managed]: "true", [LABELS.id]: id, "cluster.x-k8s.io/cluster-name": handle };
  const selected = { "app.kubernetes.io/name": "cloud-controllers", "cluster.x-k8s.io/cluster-name": handle };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: cloudControllersName(handle),
      namespace,
      labels,
      annotations: { [CONTENT_ANNOTATION]: cloudControllersPrint(input) },
      ownerReferences: [{ apiVersion: API_VERSIONS.core, kind: "Cluster", name: handle, uid: ownerUid }],
    },
    spec: {
      replicas: 1,
      // Never two at once: none of them elects a leader.
      strategy: { type: "Recreate" },
      selector: { matchLabels: selected },
      template: { metadata: { labels: { ...labels, ...selected } }, spec: podOf(input) },
    },
  };
}

function podOf({ handle, region, channel }: Pick<CloudControllersInput, "handle" | "region" | "channel">): object {
  const images = cloudImages(channel);
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: NOBODY,
      runAsGroup: NOBODY,
      fsGroup: NOBODY,
      seccompProfile: { type: "RuntimeDefault" },
    },
    containers: [cloudController(images, handle, region), csiDriver(images, handle, region), ...sidecars(images)],
    volumes: [
      { name: "kubeconfig", secret: { secretName: `${handle}-kubeconfig`, defaultMode: 0o440 } },
      { name: "socket", emptyDir: {} },
    ],
  };
}

function cloudController({ cloudController: image }: CloudImages, handle: string, region: string): object {
  const env = [token(handle), { name: "HCLOUD_LOAD_BALANCERS_LOCATION", value: region }];
  const args = [
    "--cloud-provider=hcloud",
    "--allow-untagged-cloud",
    `--kubeconfig=${KUBECONFIG}`,
    "--leader-elect=false",
    "--webhook-secure-port=0",
    // Without a private network there are no routes to keep.
    "--controllers=*,-node-route-controller",
  ];
  const livenessProbe = {
    httpGet: { path: "/healthz", port: 10_258, scheme: "HTTPS" },
    initialDelaySeconds: 30,
    failureThreshold: 6,
  };
  const mounts = { volumeMounts: [MOUNTED_KUBECONFIG] };
  return { ...container("cloud-controller-manager", image, args, "50Mi"), env, livenessProbe, ...mounts };
}

function csiDriver({ csiDriver: image }: CloudImages, handle: string, region: string): object {
  const env = [
    token(handle),
    { name: "CSI_ENDPOINT", value: `unix://${SOCKET}` },
    { name: "ENABLE_METRICS", value: "false" },
    // It runs on none of Hetzner's servers, which it would ask otherwise.
    { name: "HCLOUD_VOLUME_DEFAULT_LOCATION", value: region },
  ];
  return { ...container("csi-driver", image, ["-controller"], "30Mi"), env, volumeMounts: [MOUNTED_SOCKET] };
}

function sidecars({ csiAttacher, csiProvisioner, csiResizer }: CloudImages): object[] {
  const [fstype, topology] = ["--default-fstype=ext4", "--feature-gates=Topology=true"];
  const sidecar = (name: string, image: string, args: readonly string[] = []): object => ({
    ...container(name, image, [`--kubeconfig=${KUBECONFIG}`, `--csi-address=${SOCKET}`, ...args], "30Mi"),
    volumeMounts: [MOUNTED_KUBECONFIG, MOUNTED_SOCKET],
  });
  return [
    sidecar("csi-attacher", csiAttacher, [fstype]),
    sidecar("csi-provisioner", csiProvisioner, [topology, fstype, "--extra-create-metadata", "--strict-topology"]),
    sidecar("csi-resizer", csiResizer),
  ];
}

function container(name: string, image: string, args: readonly string[], memory: string): object {
  return {
    name,
    image,
    args,
    resources: { requests: { cpu: "10m", memory }, limits: { memory: "256Mi" } },
    securityContext: {
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    },
  };
}

function token(handle: string): object {
  return { name: "HCLOUD_TOKEN", valueFrom: { secretKeyRef: { name: hetznerSecretName(handle), key: TOKEN_KEY } } };
}
