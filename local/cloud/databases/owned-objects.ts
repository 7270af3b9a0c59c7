import type { Manifest } from "../../cluster/kube-access.ts";
import type { InstancePlan, PostgresCluster } from "./instance-plan.ts";

/** An object beside a Cluster, with the path under which it is applied. */
export type OwnedObject = Readonly<{
  path: string;
  manifest: Manifest;
  /** Of a pod: where what answers for it listens. Of a Service that is open to outside: where it is reached. */
  address?: string | undefined;
}>;

type Subject = Readonly<{
  object: PostgresCluster;
  plan: InstancePlan;
  port: number;
  /** Where its status port is asked; no address where that is impossible. */
  status: Readonly<{ address: string | undefined; port: number }>;
}>;

const HOST = "127.0.0.1";

/** Names the instances as CloudNativePG would; one server stands for all of them. */
export function instanceNames({ object, plan }: Pick<Subject, "object" | "plan">): string[] {
  return Array.from({ length: plan.instances }, (_, index) => `${object.metadata.name}-${index + 1}`);
}

/** Derives the objects that CloudNativePG keeps for a Cluster: Services, claims and pods. */
export function deriveOwnedObjects(subject: Subject): readonly OwnedObject[] {
  const { object, plan } = subject;
  const { name } = object.metadata;
  const names = instanceNames(subject);
  return [
    ...["rw", "ro", "r"].map((kind) => deriveService(subject, `${name}-${kind}`)),
    ...plan.services.map((service) => deriveExtraService(subject, service)),
    ...names.map((instance) => deriveClaim(subject, instance)),
    ...(plan.hibernated ? [] : names.map((instance, index) => derivePod(subject, instance, index))),
  ];
}

/** The server listens on this machine: the name leads there, whoever asks. */
function deriveService(subject: Subject, name: string): OwnedObject {
  const spec = { type: "ExternalName", externalName: HOST, ports: [{ name: "postgres", port: subject.port }] };
  return core(subject, { kind: "Service", plural: "services", name, labels: {}, rest: { spec } });
}

/** The simulated cloud has no load balancers: the server itself is reached from outside. */
function deriveExtraService(subject: Subject, { serviceTemplate }: InstancePlan["services"][number]): OwnedObject {
  const { metadata = {}, spec = {} } = serviceTemplate;
  const ports = [{ name: "postgres", protocol: "TCP", port: subject.port, targetPort: subject.port }];
  const service = core(subject, {
    kind: "Service",
    plural: "services",
    name: metadata.name ?? "",
    labels: metadata.labels ?? {},
    rest: { spec: { ...spec, ports } },
  });
  return { ...service, address: spec["type"] === "LoadBalancer" ? HOST : undefined };
}

function deriveClaim(subject: Subject, name: string): OwnedObject {
  const { storageClass } = subject.object.spec.storage ?? {};
  const spec = {
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: subject.plan.storage } },
    ...(storageClass === undefined ? {} : { storageClassName: storageClass }),
  };
  const labels = { "cnpg.io/instanceName": name, "cnpg.io/pvcRole": "PG_DATA" };
  return core(subject, {
    kind: "PersistentVolumeClaim",
    plural: "persistentvolumeclaims",
    name,
    labels,
    rest: { spec },
  });
}

/** No process runs in it: it takes the room on a node that the instance would take. */
function derivePod(subject: Subject, name: string, index: number): OwnedObject {
  const { plan, status } = subject;
  const role = index === 0 && !plan.follows ? "primary" : "replica";
  const labels = { "cnpg.io/instanceName": name, "cnpg.io/podRole": "instance", "cnpg.io/instanceRole": role };
  const ports = [{ name: "status", containerPort: status.port, protocol: "TCP" }];
  const spec = {
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: 0,
    containers: [{ name: "postgres", image: plan.image, resources: plan.resources, ports }],
    volumes: [{ name: "pgdata", persistentVolumeClaim: { claimName: name } }],
  };
  return { ...core(subject, { kind: "Pod", plural: "pods", name, labels, rest: { spec } }), address: status.address };
}

type Core = Readonly<{
  kind: string;
  plural: string;
  name: string;
  labels: Readonly<Record<string, string>>;
  rest: Readonly<Record<string, unknown>>;
}>;

function core({ object, plan }: Subject, { kind, plural, name, labels, rest }: Core): OwnedObject {
  const { namespace, name: cluster, uid } = object.metadata;
  const owner = { apiVersion: "postgresql.cnpg.io/v1", kind: "Cluster", name: cluster, uid, controller: true };
  return {
    path: `/api/v1/namespaces/${namespace}/${plural}/${name}`,
    manifest: {
      apiVersion: "v1",
      kind,
      metadata: {
        name,
        namespace,
        labels: { ...plan.labels, "cnpg.io/cluster": cluster, ...labels },
        ownerReferences: [owner],
      },
      ...rest,
    },
  };
}
