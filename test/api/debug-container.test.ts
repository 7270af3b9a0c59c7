import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import {
  NAMESPACES,
  PODS,
  VALIDATING_ADMISSION_POLICIES as POLICIES,
  VALIDATING_ADMISSION_POLICY_BINDINGS as BINDINGS,
} from "../../adapters/kubernetes/resource-types.ts";
import type { DebuggedPod } from "../../api/pod-access/debug-container.ts";
import { EXEC_PROTOCOL } from "../../contract/rest/pod-access.ts";
import { eventually } from "../support/eventually.ts";
import { startPodSockets, type PodSocketDouble } from "../support/pod-socket-double.ts";
import { askSocket, openSocket, type Opened, type Refused } from "../support/socket-client.ts";
import { newAccount, newCluster, newDeployment, newKey, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { placeOf } from "./find-object.ts";

const OPTIONS = { fieldManager: "test" } as const;
const STATUS = { ...OPTIONS, subresource: "status" } as const;
const RESTRICTED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  runAsNonRoot: true,
  runAsUser: 101,
  seccompProfile: { type: "RuntimeDefault" },
};
type Ephemeral = Readonly<{ name: string; image: string; targetContainerName: string; securityContext: object }>;

/** The gateway's own account on a real API server, which judges by its roles and by Pod Security; kubelet and sockets are doubled. */
describe("Debug containers", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let pods: PodSocketDouble;
  let owner: Account;
  let id: string;
  let namespace: string;
  let reader: KubeClient;
  let becomes: object = { running: {} };
  const over = new AbortController();

  before(async () => {
    pods = await startPodSockets();
    gateway = await startTestGateway({
      env: { BERTH_DEBUG_IMAGE: "tools:1" },
      replace: ({ tenantReader }) => ({
        tenantReader: { open: async (cluster) => withPods((reader = await tenantReader.open(cluster))) },
      }),
    });
    owner = await newAccount(gateway.url);
    id = (await newDeployment(owner.call, await newCluster(owner.call), { name: "shop" })).id;
    namespace = (await placeOf(gateway, id)).name;
    const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
    await gateway.kube.create(NAMESPACES, { metadata: { name: namespace, labels } }, OPTIONS);
    await newPod("shop-1");
    void playKubelet().catch((error: unknown) => {
      if (!over.signal.aborted) throw error;
    });
  });
  after(async () => {
    over.abort();
    await gateway.stop();
    await pods.stop();
  });
  afterEach(async () => {
    becomes = { running: {} };
    for (const socket of pods.open) socket.terminate();
    await eventually(() => expect(pods.open.size).to.equal(0));
  });

  const withPods = (client: KubeClient): KubeClient =>
    ({
      list: (...given: Parameters<KubeClient["list"]>) => client.list(...given),
      get: (...given: Parameters<KubeClient["get"]>) => client.get(...given),
      patch: (...given: Parameters<KubeClient["patch"]>) => client.patch(...given),
      close: () => Promise.resolve(),
      dial: pods.dial,
    }) as Partial<KubeClient> as KubeClient;

  async function newPod(name: string): Promise<void> {
    const containers = [{ name: "app", image: "distroless", securityContext: RESTRICTED }];
    await gateway.kube.create(
      PODS,
      { metadata: { name, namespace }, spec: { nodeName: "node-1", containers } },
      OPTIONS,
    );
    const body = { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } };
    await gateway.kube.patch(PODS, { name, namespace }, { kind: "merge", body }, STATUS);
  }

  /** What is added to a pod comes to what the test says. */
  async function playKubelet(): Promise<void> {
    const { resourceVersion } = await gateway.kube.list(PODS, { namespace });
    for await (const { object } of gateway.kube.watch<DebuggedPod>(PODS, { namespace, resourceVersion }, over.signal)) {
      const { metadata, spec, status } = object;
      const wanted = (spec?.ephemeralContainers ?? []) as readonly Ephemeral[];
      if (wanted.length === (status?.ephemeralContainerStatuses ?? []).length) continue;
      const known = new Map(status?.ephemeralContainerStatuses?.map((one) => [one.name, one]));
      const ephemeralContainerStatuses = wanted.map(({ name, image }) => {
        const now = { name, image, imageID: "", ready: false, restartCount: 0, state: becomes };
        return known.get(name) ?? now;
      });
      const body = { status: { ephemeralContainerStatuses } };
      await gateway.kube.patch(PODS, { name: metadata.name, namespace }, { kind: "merge", body }, STATUS);
    }
  }

  const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  function urlOf(command: readonly string[], more: Record<string, string> = {}): string {
    const query = new URLSearchParams({ command: JSON.stringify(command), debug: "true", ...more });
    return `${gateway.url}/deployments/${id}/exec?${query.toString()}`;
  }
  const run = (command: readonly string[], more?: Record<string, string>, key = owner.key): Promise<Opened> =>
    openSocket(urlOf(command, more), bearer(key), [EXEC_PROTOCOL]);
  async function refusal(more?: Record<string, string>, key = owner.key): Promise<readonly [string, string]> {
    const answer = await askSocket(urlOf(["echo"], more), bearer(key));
    if (!("status" in answer)) throw new Error("It was taken");
    const { status, body } = answer as Refused;
    return [`${status} ${String(body["code"])}`, String(body["message"] ?? body["detail"])];
  }
  async function added(): Promise<readonly Ephemeral[]> {
    const pod = await gateway.kube.get<DebuggedPod>(PODS, { namespace, name: "shop-1" });
    return (pod?.spec?.ephemeralContainers ?? []) as readonly Ephemeral[];
  }

  it("run the command beside the container, by rights of their own and never as root, and leave with it", async () => {
    const shell = await run(["echo", "hello"], { tty: "true" });
    expect(await shell.closed).to.equal("1000 completed");
    expect(shell.textOf(1)).to.equal("hello");
    const [made, ...others] = await added();
    expect(others).to.deep.equal([]);
    expect(made).to.include({ image: "tools:1", targetContainerName: "app" });
    expect(made?.securityContext).to.deep.equal({ ...RESTRICTED, privileged: false });
    const [attach, exec] = pods.asked.slice(-2);
    expect([attach?.pathname, exec?.pathname].map((path) => path?.split("/").at(-1))).to.deep.equal(["attach", "exec"]);
    expect([attach, exec].map((url) => url?.searchParams.get("container"))).to.deep.equal([made?.name, made?.name]);
    await eventually(() => expect(pods.open.size, "what kept it").to.equal(0));
    const { rows } = await gateway.services.pool.query<{ changes: unknown }>(
      "SELECT changes FROM audit_entries WHERE action = 'execInDeployment' AND target_id = $1",
      [id],
    );
    const audited = { command: ["echo", "hello"], tty: true, debug_container: made?.name, debug_image: "tools:1" };
    expect(rows.map(({ changes }) => changes)).to.deep.equal([
      { after: { pod: "shop-1", container: "app", ...audited } },
    ]);
  });

  it("are all that the gateway may change of a pod", async () => {
    const ref = { namespace, name: "shop-1" };
    const patch = { kind: "merge", body: { metadata: { labels: { a: "b" } } } } as const;
    const status = (error: unknown): number => (error as { status: number }).status;
    expect(await reader.patch(PODS, ref, patch, OPTIONS).catch(status)).to.equal(403);
    expect(await reader.patch(PODS, ref, patch, STATUS).catch(status)).to.equal(403);
    const pod: KubeObject = { metadata: { namespace, name: "own" } };
    expect(await reader.create(PODS, pod, OPTIONS).catch(status)).to.equal(403);
    expect(await reader.delete(PODS, ref).catch(status)).to.equal(403);
  });

  it("end with the key that opened them, and are not made for who may open no shell", async () => {
    const key = await newKey(owner.session);
    const shell = await run(["hang"], {}, key.key);
    expect(pods.open.size).to.equal(2);
    await owner.session("DELETE", `/api-keys/${key.id}`);
    expect(await shell.closed).to.equal("4001 access_ended");
    await eventually(() => expect(pods.open.size).to.equal(0));
    const { length } = await added();
    const narrow = await newKey(owner.session, { scopes: ["deployments:write"] });
    expect((await refusal({}, narrow.key))[0]).to.equal("403 forbidden");
    await owner.session("PATCH", `/organizations/${owner.slug}`, { exec_enabled: false });
    expect((await refusal())[0]).to.equal("403 exec_switched_off");
    await owner.session("PATCH", `/organizations/${owner.slug}`, { exec_enabled: true });
    expect(await added()).to.have.length(length);
  });

  it("say why they do not start, and how many a pod may have had", async () => {
    becomes = { waiting: { reason: "ErrImagePull", message: "a text of the cluster" } };
    const [code, said] = await refusal();
    expect([code, said.includes("BERTH_DEBUG_IMAGE"), said.includes("a text")]).to.deep.equal([
      "409 debug_unavailable",
      true,
      false,
    ]);
    becomes = { terminated: { exitCode: 127 } };
    expect((await refusal())[1]).to.contain("needs cat and timeout");
    await newPod("shop-2");
    const many = Array.from({ length: 32 }, (_, index) => ({
      name: `berth-debug-${index}`,
      image: "a",
      securityContext: RESTRICTED,
    }));
    const body = { spec: { ephemeralContainers: many } };
    const options = { ...OPTIONS, subresource: "ephemeralcontainers" };
    await gateway.kube.patch(PODS, { namespace, name: "shop-2" }, { kind: "merge", body }, options);
    const [full, remedy] = await refusal({ pod: "shop-2" });
    expect([full, remedy.includes("restart the deployment")]).to.deep.equal(["409 debug_unavailable", true]);
  });

  it("are refused where the cluster's own rules refuse them", async () => {
    const name = "no-debugging";
    const about = { apiVersion: "admissionregistration.k8s.io/v1", metadata: { name } };
    const resources = ["pods/ephemeralcontainers"];
    const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["UPDATE"], resources }];
    const spec = {
      matchConstraints: { resourceRules },
      validations: [{ expression: "false", message: "a rule's text" }],
    };
    await gateway.kube.create(POLICIES, { ...about, kind: POLICIES.kind, spec }, OPTIONS);
    const binding = { policyName: name, validationActions: ["Deny"] };
    await gateway.kube.create(BINDINGS, { ...about, kind: BINDINGS.kind, spec: binding }, OPTIONS);
    await newPod("shop-3");
    await eventually(async () => {
      const [code, said] = await refusal({ pod: "shop-3" });
      expect([code, said]).to.deep.equal([
        "409 debug_unavailable",
        "The cluster's rules for pods refuse the debug container.",
      ]);
    });
  });
});
