import { expect } from "chai";
import { LINE_FIELDS } from "../../adapters/log-store/log-store-query.ts";
import { createKubeClient, type KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { NAMESPACES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { logStoreSettings } from "../../api/logs/log-store-settings.ts";
import { sharedApiServer } from "../support/api-server.ts";
import { applyAll } from "../support/apply-all.ts";
import { GuidesCollector } from "../support/guides-collector.ts";

const CLUSTER = "harbour-1";
const WRITE = { fieldManager: "test" };

type PodSpec = Readonly<Record<string, unknown>> &
  Readonly<{ containers: readonly (object & Readonly<{ image: string }>)[]; volumes: readonly object[] }>;

const guide = new GuidesCollector(CLUSTER);
const { manifests, pipeline, asked } = guide;

/** The manifest of the guide: its fields are those that are asked for, and a real API server knows it needs nothing else. */
describe("log lines of a cluster, as the guide has them collected", function () {
  this.timeout(300_000);
  let kube: KubeClient;

  before(async () => {
    kube = createKubeClient({ kubeconfigPath: (await sharedApiServer()).kubeconfig });
  });
  after(() => kube.close());

  it("have the fields by which the gateway finds them, and no other stream", () => {
    const clusterField = logStoreSettings.BERTH_LOGS_CLUSTER_FIELD.parse(undefined);
    expect(asked.get("_stream_fields")?.split(",")).to.have.members([clusterField, ...Object.values(LINE_FIELDS)]);
    const path = "/var/log/pods/shop-1_web-7d9f8b6c5-x2x4z_0198b1d5-0000-7000-8000-000000000001/app/0.log";
    const line = guide.collected(
      path,
      '2026-01-01T00:00:00.123456789Z stderr F {"kubernetes":{"pod_namespace":"other"}}',
    );
    const valueOf = (field: string): unknown =>
      field.split(".").reduce<unknown>((of, member) => (of as Record<string, unknown>)[member], line);
    expect([LINE_FIELDS.namespace, LINE_FIELDS.pod, LINE_FIELDS.container, clusterField].map(valueOf)).to.deep.equal([
      "shop-1",
      "web-7d9f8b6c5-x2x4z",
      "app",
      CLUSTER,
    ]);
    expect(valueOf(asked.get("_msg_field") ?? ""), "one text").to.equal('{"kubernetes":{"pod_namespace":"other"}}');
    expect(valueOf(asked.get("_time_field") ?? "")).to.equal("2026-01-01T00:00:00.123456789Z");
  });

  it("come from what the kubelet names so, static pods and dots in names among it, and from nothing else", () => {
    const kubernetes = (path: string): unknown => guide.collected(path, "a stdout F b")["kubernetes"];
    const uid = "6bff0c8b0f1ab3a1a5d9f6f3d8d04b9c";
    expect(kubernetes(`/var/log/pods/kube-system_etcd-node.example_${uid}/etcd/12.log`)).to.deep.equal({
      pod_namespace: "kube-system",
      pod_name: "etcd-node.example",
      container_name: "etcd",
    });
    for (const path of [
      "/var/log/pods/shop-1/app/0.log",
      "/tmp/shop-1_web_1/app/0.log",
      `/var/log/pods/a_b_${uid}/0.log`,
    ])
      expect(kubernetes(path), path).to.deep.equal({});
  });

  it("are never parsed for fields of their own", () => {
    const { filters, inputs } = pipeline;
    expect([...inputs, ...filters].map(({ name }) => name)).to.deep.equal([
      "tail",
      "parser",
      "nest",
      "record_modifier",
    ]);
    expect(inputs[0]).to.not.have.property("parser");
    expect(guide.step("filters", "parser")["key_name"]).to.equal("path");
    expect(guide.step("inputs", "tail")["path_key"]).to.equal("path");
  });

  it("are collected with no account, no port and no right of the cluster", () => {
    expect(manifests.map(({ kind }) => kind)).to.deep.equal(["Namespace", "ConfigMap", "DaemonSet", "NetworkPolicy"]);
    const spec = podSpec();
    expect(spec).to.include({ automountServiceAccountToken: false });
    expect(spec).to.not.have.any.keys("hostNetwork", "hostPID", "hostIPC", "serviceAccountName");
    expect(spec.volumes.filter((one) => "hostPath" in one)).to.deep.equal([
      { name: "lines", hostPath: { path: "/var/log/pods", type: "Directory" } },
    ]);
    expect(spec.containers).to.have.length(1);
    expect(spec.containers[0]?.image).to.match(/^docker\.io\/fluent\/fluent-bit:\d+\.\d+\.\d+$/);
    expect(JSON.stringify(spec.containers[0])).to.contain(
      '{"name":"lines","mountPath":"/var/log/pods","readOnly":true}',
    );
  });

  it("are taken by an API server, which finds nothing too much but the folder and who reads it", async () => {
    await applyAll(kube, manifests);
    expect(await refusalUnder("privileged")).to.equal("");
    expect(await refusalUnder("baseline")).to.match(
      /forbidden: violates PodSecurity "baseline:latest": hostPath volumes \(volume "lines"\)$/,
    );
    const said = await refusalUnder("restricted");
    expect(said).to.contain("restricted volume types").and.to.contain("runAsNonRoot").and.to.contain("runAsUser=0");
    expect(said).to.not.match(/allowPrivilegeEscalation|capabilities|seccompProfile|host namespaces|privileged/);
    expect(await refusalUnder("baseline", { hostNetwork: true }), "a known fault is told").to.contain(
      "host namespaces",
    );
  });

  /** Asks for a pod of it where that level of Pod Security is enforced. */
  async function refusalUnder(level: string, more: object = {}): Promise<string> {
    const name = `pods-${level}`;
    const metadata = { name, labels: { "pod-security.kubernetes.io/enforce": level } };
    await kube.create(NAMESPACES, { metadata }, WRITE).catch(() => undefined);
    const pod = { metadata: { namespace: name, name: "collector" }, spec: { ...podSpec(), ...more } };
    return kube.create(PODS, pod, { ...WRITE, dryRun: true }).then(
      () => "",
      (error: unknown) => {
        if (!(error instanceof KubeError)) throw error;
        return error.body?.message ?? "";
      },
    );
  }
});

function podSpec(): PodSpec {
  const set = manifests.find(({ kind }) => kind === "DaemonSet") as unknown as {
    spec: { template: { spec: PodSpec } };
  };
  return set.spec.template.spec;
}
