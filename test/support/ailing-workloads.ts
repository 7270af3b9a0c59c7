/** Workloads that do not become healthy, each for a reason of its own; as a real node shows them, they are the fixtures of the machine. */
type Json = Readonly<Record<string, unknown>>;

/** Names what stands in the registry that refuses, and the one that is not there. */
export const REFUSING_REGISTRY = "refusing.test";
export const AWAY_REGISTRY = "away.test";
/** Names an image whose program is for other processors. */
export const FOREIGN_IMAGE = "berth.test/foreign:1";

const BUSYBOX = "busybox:1.37";
const NGINX = "nginx:1.29";
const shell = (script: string, more: Json = {}): Json => ({
  image: BUSYBOX,
  command: ["sh", "-c", script],
  ...more,
});
const asking = (path: string, port = 80): Json => ({ httpGet: { path, port }, periodSeconds: 1 });
const claimed = { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] };

type Ailment = Readonly<{ container: Json; pod?: Json; claim?: Json }>;

/** Each ailment by its name: the container, and what else of the pod makes it ill. */
export const AILMENTS = {
  "image-missing": { container: { image: "nginx:no-such" } },
  "image-refused": { container: { image: `${REFUSING_REGISTRY}/private/app:1` } },
  "registry-away": { container: { image: `${AWAY_REGISTRY}/app:1` } },
  "image-name-invalid": { container: { image: "Nginx:1.29" } },
  "wrong-architecture": { container: { image: FOREIGN_IMAGE } },
  crash: { container: shell("echo starting; printf 'FATAL: no \\033[31mDATABASE_URL\\033[0m\\n' >&2; exit 3") },
  ends: { container: shell("echo done") },
  "out-of-memory": {
    container: shell("x=aaaaaaaa; while true; do x=$x$x; done", { resources: { limits: { memory: "24Mi" } } }),
  },
  "no-program": { container: { image: BUSYBOX, command: ["/no-such-program"] } },
  "runs-as-root": { container: { image: NGINX, securityContext: { runAsNonRoot: true } } },
  "no-secret": {
    container: shell("sleep 3600", {
      env: [{ name: "TOKEN", valueFrom: { secretKeyRef: { name: "no-such-secret", key: "TOKEN" } } }],
    }),
  },
  "readiness-fails": { container: { image: NGINX, readinessProbe: asking("/no-such-page") } },
  "liveness-fails": { container: { image: NGINX, livenessProbe: { ...asking("/", 81), failureThreshold: 2 } } },
  "startup-fails": {
    container: { image: NGINX, startupProbe: { ...asking("/no-such-page"), failureThreshold: 4 } },
  },
  "slow-start": { container: { image: NGINX, startupProbe: { ...asking("/no-such-page"), failureThreshold: 300 } } },
  "too-large": { container: { image: BUSYBOX, resources: { requests: { cpu: "64" } } } },
  "no-class": {
    container: shell("sleep 3600", { volumeMounts: [{ name: "data", mountPath: "/data" }] }),
    pod: claimed,
    claim: { storageClassName: "no-such-class" },
  },
  "init-fails": {
    container: { image: NGINX },
    pod: { initContainers: [{ name: "migrate", ...shell("echo cannot migrate; exit 4") }] },
  },
  healthy: { container: { image: NGINX, readinessProbe: asking("/") } },
} as const satisfies Record<string, Ailment>;
/** The name of an ailment. */
export type AilmentName = keyof typeof AILMENTS;

/** Renders a namespace of the ailment's name with the workload in it. */
export function ailingWorkload(name: AilmentName): object {
  const { container, pod = {}, claim }: Ailment = AILMENTS[name];
  const labels = { app: name };
  const template = {
    metadata: { labels },
    spec: { terminationGracePeriodSeconds: 1, containers: [{ name: "app", ...container }], ...pod },
  };
  const items = [
    { apiVersion: "v1", kind: "Namespace", metadata: { name } },
    ...(claim === undefined ? [] : [claimOf(name, claim)]),
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name, namespace: name },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
    },
  ];
  return { apiVersion: "v1", kind: "List", items };
}

function claimOf(namespace: string, claim: Json): object {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "16Mi" } }, ...claim };
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name: "data", namespace }, spec };
}
