import { expect } from "chai";
import { runJob, spoken, type RunWish, type Workload } from "../../../api/runs/run-job.ts";

const wish: RunWish = {
  id: "0197c1f0-6265-7274-a868-2d636c690001",
  handle: "shop-abcdefghij",
  deploymentId: "0197c1f0-6265-7274-a868-2d636c690002",
  userId: "0197c1f0-6265-7274-a868-2d636c690003",
  command: undefined,
  args: undefined,
  timeoutSeconds: 60,
  keepSeconds: 30,
};
const env = [{ name: "A", valueFrom: { secretKeyRef: { name: "shop-secrets", key: "a" } } }];
const workload = {
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: { name: "shop", namespace: "ns", uid: "u" },
  spec: {
    template: {
      metadata: { labels: { "app.kubernetes.io/instance": "shop" }, annotations: { a: "b" } },
      spec: {
        automountServiceAccountToken: false,
        topologySpreadConstraints: [{ maxSkew: 1 }],
        initContainers: [{ name: "init", volumeMounts: [{ name: "data", mountPath: "/data" }] }],
        containers: [
          {
            name: "app",
            image: "shop:1",
            command: ["serve"],
            args: ["--port"],
            env,
            ports: [{ containerPort: 80 }],
            livenessProbe: {},
            readinessProbe: {},
            startupProbe: {},
            lifecycle: {},
            volumeMounts: [
              { name: "data", mountPath: "/data" },
              { name: "settings", mountPath: "/etc/shop" },
              { name: "of-a-template", mountPath: "/x" },
            ],
            securityContext: { allowPrivilegeEscalation: false },
          },
          { name: "sidecar", image: "other" },
        ],
        volumes: [
          { name: "data", persistentVolumeClaim: { claimName: "shop-data" } },
          { name: "settings", configMap: { name: "settings" } },
        ],
      },
    },
  },
} as unknown as Workload;

type Pod = Readonly<{ metadata: object; spec: Record<string, unknown> & { containers: Record<string, unknown>[] } }>;
const made = (more: Partial<RunWish> = {}, isOwned = false) => {
  const job = runJob(workload, { ...wish, ...more }, { isOwned });
  const { template, ...spec } = job["spec"] as Record<string, unknown> & { template: Pod };
  return { job, spec, template, container: template.spec.containers[0]! };
};

describe("the Job of a run", () => {
  it("keeps what a command meets, and leaves what makes a pod part of the application", () => {
    const { job, spec, template, container } = made();
    expect(spec).to.deep.equal({ backoffLimit: 0, activeDeadlineSeconds: 60, ttlSecondsAfterFinished: 30 });
    const labels = {
      "app.kubernetes.io/managed-by": "berth",
      "hosting.berth.dev/id": wish.deploymentId,
      "hosting.berth.dev/run": wish.id,
      "hosting.berth.dev/user-id": wish.userId,
    };
    expect(job.metadata).to.deep.equal({ name: job.metadata.name, namespace: "ns", labels });
    expect(job.metadata.name).to.match(/^shop-abcdefghij-[a-z2-7]{10}$/);
    expect(template.metadata).to.deep.equal({ labels, annotations: { a: "b" } });
    expect(template.spec).to.deep.equal({
      automountServiceAccountToken: false,
      restartPolicy: "Never",
      initContainers: [{ name: "init" }],
      containers: [
        {
          name: "app",
          image: "shop:1",
          command: ["serve"],
          args: ["--port"],
          env,
          volumeMounts: [{ name: "settings", mountPath: "/etc/shop" }],
          securityContext: { allowPrivilegeEscalation: false },
        },
      ],
      volumes: [{ name: "settings", configMap: { name: "settings" } }],
    });
    expect(container["image"]).to.equal("shop:1");
  });

  it("has the command that was given, without the arguments of another one, as it was typed", () => {
    const typed = ["sh", "-c", "echo $(date) $$ $HOME $$(A)"];
    const { container } = made({ command: typed });
    expect(container["args"]).to.equal(undefined);
    const command = container["command"] as string[];
    expect(command[2]).to.equal("echo $$(date) $$$$ $$HOME $$$$(A)");
    expect(command.map(spoken)).to.deep.equal(typed);
    expect(made({ args: ["once"] }).container).to.deep.include({ command: ["serve"], args: ["once"] });
    expect(made({ command: ["a"], args: ["b"] }).container).to.deep.include({ command: ["a"], args: ["b"] });
  });

  it("goes with its workload where the namespace does not", () => {
    expect(made({}, true).job.metadata.ownerReferences).to.deep.equal([
      { apiVersion: "apps/v1", kind: "StatefulSet", name: "shop", uid: "u" },
    ]);
  });
});
