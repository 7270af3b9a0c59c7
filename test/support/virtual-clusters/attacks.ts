/** What a tenant may write in its virtual cluster to get out of it; on the host none of it may come to be. */
import { BUSYBOX_IMAGE } from "../../../local/images/tour-images.ts";

/** One object, and the words by which its host refuses it. */
type Attack = Readonly<{ name: string; object: object; refused: string }>;

/** What is known of others, and of the attacker itself. */
type Targets = Readonly<{
  ownHost: string;
  othersHost: string;
  othersAddress: string;
  node: string;
}>;

const CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
const GUARD = "berth-virtual-clusters";
const STANDARDS = "violates PodSecurity";
const CONTAINER = { name: "shell", image: BUSYBOX_IMAGE, command: ["sleep", "36000"] };

type PodChange = Readonly<{ spec?: object; container?: object; labels?: Readonly<Record<string, string>> }>;

/** Makes a pod that a tenant may have; it is changed a little by those that it may not. */
export function renderShell(name: string, { spec = {}, container = {}, labels = {} }: PodChange = {}): object {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "default", labels: { app: name, ...labels } },
    spec: { terminationGracePeriodSeconds: 1, containers: [{ ...CONTAINER, ...container }], ...spec },
  };
}

/** Lists the attacks by objects. */
export function listAttacks(targets: Targets): readonly Attack[] {
  return [...listPods(targets), ...listServices(targets), ...listIngresses(targets)];
}

function listPods({ node }: Targets): readonly Attack[] {
  const pod = (name: string, refused: string, change: PodChange): Attack => ({
    name,
    object: renderShell(name, change),
    refused,
  });
  const choose = (operator: string): object => ({ matchExpressions: [{ key: CONTROL_PLANE, operator }] });
  const affinity = (nodeAffinity: object): PodChange => ({ spec: { affinity: { nodeAffinity } } });
  return [
    pod("any-taint", "spec.tolerations", { spec: { tolerations: [{ operator: "Exists" }] } }),
    pod("control-plane-taint", "spec.tolerations", {
      spec: { tolerations: [{ key: CONTROL_PLANE, operator: "Exists" }] },
    }),
    pod("control-plane-selector", "spec.nodeSelector", { spec: { nodeSelector: { [CONTROL_PLANE]: "" } } }),
    pod(
      "control-plane-needed",
      "spec.affinity",
      affinity({
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [choose("Exists")] },
      }),
    ),
    pod(
      "control-plane-liked",
      "spec.affinity",
      affinity({
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: choose("Exists") }],
      }),
    ),
    pod("snapshot", "vcluster-snapshot", { labels: { app: "vcluster-snapshot" } }),
    pod("node-name", "spec.nodeName", { spec: { nodeName: node } }),
    pod("host-network", STANDARDS, { spec: { hostNetwork: true } }),
    pod("host-processes", STANDARDS, { spec: { hostPID: true, hostIPC: true } }),
    pod("privileged", STANDARDS, { container: { securityContext: { privileged: true } } }),
    pod("network-admin", STANDARDS, { container: { securityContext: { capabilities: { add: ["NET_ADMIN"] } } } }),
    pod("host-port", STANDARDS, { container: { ports: [{ containerPort: 8080, hostPort: 8080 }] } }),
    pod("host-folder", STANDARDS, { spec: { volumes: [{ name: "host", hostPath: { path: "/" } }] } }),
  ];
}

function listServices({ othersAddress }: Targets): readonly Attack[] {
  const service = (name: string, spec: object, refused: string, annotations = {}): Attack => ({
    name,
    refused,
    object: { apiVersion: "v1", kind: "Service", metadata: { name, namespace: "default", annotations }, spec },
  });
  const ports = [{ port: 80 }];
  const selector = { app: "web" };
  return [
    service("external-address", { ports, selector, externalIPs: [othersAddress] }, "spec.externalIPs"),
    service(
      "external-name",
      { type: "ExternalName", externalName: "kubernetes.default.svc.cluster.local" },
      "spec.type",
    ),
    service("balanced", { ports, selector, type: "LoadBalancer" }, "spec.type"),
    service("node-port", { ports, selector, type: "NodePort" }, "spec.type"),
    service("without-selector", { ports }, "spec.selector"),
    service("of-a-domain", { ports, selector }, "metadata.annotations", {
      "external-dns.alpha.kubernetes.io/hostname": "others.example.org",
    }),
  ];
}

function listIngresses({ ownHost, othersHost }: Targets): readonly Attack[] {
  const backend = { service: { name: "web", port: { number: 80 } } };
  const rule = (host: string): object => ({ host, http: { paths: [{ path: "/", pathType: "Prefix", backend }] } });
  const ingress = (name: string, spec: object, refused: string, annotations = {}): Attack => ({
    name,
    refused,
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: { name, namespace: "default", annotations },
      spec,
    },
  });
  const rules = [rule(ownHost)];
  return [
    ingress("others-host", { rules: [rule(othersHost)] }, "spec.rules"),
    ingress("any-host", { rules: [{ http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }] }, "spec.rules"),
    ingress("default-backend", { rules, defaultBackend: backend }, "spec.defaultBackend"),
    ingress("others-certificate", { rules, tls: [{ hosts: [othersHost], secretName: "stolen" }] }, "spec.tls"),
    ingress("server-alias", { rules }, "metadata.annotations", {
      "nginx.ingress.kubernetes.io/server-alias": othersHost,
    }),
    ingress("snippet", { rules }, "metadata.annotations", {
      "nginx.ingress.kubernetes.io/configuration-snippet": "return 200;",
    }),
  ];
}

/** Names who refuses by these words. */
export function refuserOf(words: string): string {
  return words === STANDARDS ? STANDARDS : GUARD;
}
