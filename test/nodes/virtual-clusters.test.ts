import { request } from "node:https";
import { expect } from "chai";
import { METADATA_ADDRESSES } from "../../contract/node-addresses.ts";
import { BUSYBOX_IMAGE, UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import { eventually } from "../support/eventually.ts";
import { canRunNodes } from "../support/real-nodes.ts";
import { nodeName } from "../support/real-cluster.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { listAttacks, refuserOf, renderShell } from "../support/virtual-clusters/attacks.ts";
import { APPS_DOMAIN, startHost, type Host, type Tenant } from "../support/virtual-clusters/host.ts";

type Pod = Readonly<{
  metadata: { name: string };
  spec: { nodeName: string };
  status: { podIP: string };
}>;
type Place = Readonly<{ what: string; address: string; port: number }>;

const PATIENCE_MS = 8 * 60_000;
const PAUSE_MS = 500;
const METADATA = METADATA_ADDRESSES.filter((one) => !one.includes(":")).map((one) => one.replace(/\/.*/, ""));
/** An address of nobody's (RFC 5737), for what lies outside of everything. */
const FAR = "203.0.113.7";
const NEAR_NODE = nodeName(1);
const FAR_NODE = nodeName(2);

/** Each step depends on the one before. */
describe("shared clusters by the real vcluster on real nodes", function () {
  this.timeout(40 * 60_000);
  stopAtFailure(this);
  let host: Host;
  let attacker: Tenant;
  let victim: Tenant;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    host = await startHost();
  });
  after(() => (host as Host | undefined)?.stop());

  const soon = <T>(probe: () => Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS, PAUSE_MS);
  const ready = (at: Pick<Tenant, "kubectl">, ...names: string[]): Promise<string> =>
    soon(() => at.kubectl("wait", "--for=condition=Ready", "--timeout=20s", ...names));
  const addressOf = async (namespace: string, service: string): Promise<string> =>
    host.cluster.kubectl("-n", namespace, "get", "service", service, "-o", "jsonpath={.spec.clusterIP}");
  const podsOf = async (at: Pick<Tenant, "kubectl">, ...more: string[]): Promise<readonly Pod[]> =>
    (JSON.parse(await at.kubectl("get", "pods", "-o", "json", ...more)) as { items: Pod[] }).items;

  /** Connects from within a pod. */
  const reach = (at: Pick<Tenant, "kubectl">, { address, port }: Place): Promise<string> =>
    at.kubectl("exec", "shell", "--", "sh", "-c", `timeout 5 nc -w 3 ${address} ${port} < /dev/null`).then(
      () => "open",
      () => "closed",
    );

  it("come up on a host, and hand out access", async () => {
    const begunMs = Date.now();
    [attacker, victim] = await Promise.all([host.admit("mallory"), host.admit("alice")]);
    report(`two virtual clusters are there after ${Math.round((Date.now() - begunMs) / 1000)} s`);
    for (const { kubectl } of [attacker, victim])
      expect(await kubectl("get", "namespaces", "-o", "name")).to.contain("namespace/default");
  });

  it("run their tenants' pods on the host's nodes, found by name, with logs and a shell", async () => {
    for (const tenant of [attacker, victim]) await tenant.apply(list([shell, web(NEAR_NODE), web(FAR_NODE), service]));
    for (const tenant of [attacker, victim]) {
      await ready(tenant, "pod/shell", ...[NEAR_NODE, FAR_NODE].map((node) => `pod/web-${node}`));
      // A Service chooses its pod: what that one wrote is asked after each request.
      await soon(async () => {
        const page = await inside(tenant, "timeout", "5", "wget", "-q", "-O", "-", "http://web/");
        expect(page).to.contain("Welcome to nginx");
        expect(await tenant.kubectl("logs", `web-${NEAR_NODE}`)).to.contain("GET / ");
      });
    }
  });

  it("reach each other nowhere, nor the host, nor what a cloud tells its machines; what is theirs and the world they reach", async () => {
    await host.cluster.apply(list([outside, way(await nodeAddress(FAR_NODE)), shell]));
    await ready(host.cluster, "pod/outside", "pod/way", "pod/shell");
    const own = await podsOf(attacker);
    const world: readonly Place[] = [
      { what: "the world", address: FAR, port: 80 },
      { what: "its own API server", address: "kubernetes.default", port: 443 },
      ...own
        .filter(({ metadata }) => metadata.name !== "shell")
        .map(({ status }) => ({ what: "its own pod", address: status.podIP, port: 8080 })),
    ];
    for (const place of world)
      await soon(async () => expect(await reach(attacker, place), place.what).to.equal("open"));
    const others = await listOthers();
    // Whoever is no tenant gets there: it is the host that keeps tenants out, not a server that is away.
    for (const place of others)
      await soon(async () => expect(await reach(host.cluster, place), `${place.what} by the host`).to.equal("open"));
    for (const place of others)
      expect(await reach(attacker, place), `${place.what} ${place.address}:${place.port}`).to.equal("closed");
    report(`${others.length} ways out are closed`);
  });

  it("find others' Services by no name that leads there", async () => {
    for (const name of [`web-x-default-x-alice.${victim.namespace}.svc.cluster.local`, `alice.${victim.namespace}.svc`])
      for (const port of [80, 443])
        expect(await reach(attacker, { what: name, address: name, port })).to.equal("closed");
  });

  it("are nobody to their own node's kubelet, which policies cannot close", async () => {
    const token = await inside(attacker, "cat", "/var/run/secrets/kubernetes.io/serviceaccount/token");
    for (const path of ["/pods", "/configz", `/run/${victim.namespace}/x/y`])
      expect(await askKubelet(await nodeAddress(NEAR_NODE), path, token), path).to.be.oneOf([401, 403]);
  });

  it("write nothing on the host that leads out of their virtual cluster", async () => {
    const attacks = listAttacks({
      ownHost: `${attacker.handle}.${APPS_DOMAIN}`,
      othersHost: `${victim.handle}.${APPS_DOMAIN}`,
      othersAddress: await addressOf("default", "kubernetes"),
      node: NEAR_NODE,
    });
    // Services are refused to their writer at once, since the host chooses their addresses; of others it is told afterwards.
    const answers = new Map<string, string>();
    for (const { name, object } of attacks) answers.set(name, await answerTo(attacker.apply(object)));
    for (const { name, refused } of attacks)
      await soon(async () => {
        const told = `${answers.get(name) ?? ""} ${await listEvents(name)}`;
        expect(told, name).to.contain(refuserOf(refused)).and.to.contain(refused);
      });
    // What is theirs to write came meanwhile, so that what is not there was refused and is not late.
    await attacker.apply(ingress);
    const written = (): Promise<string> =>
      host.cluster.kubectl("-n", attacker.namespace, "get", "pods,services,ingresses", "-o", "name");
    await soon(async () => expect(await written()).to.contain("ingress.networking.k8s.io/allowed-x-default-x-mallory"));
    const there = await written();
    for (const { name } of attacks) expect(there).not.to.contain(`/${name}-x-default-x-`);
    report(`${attacks.length} objects are refused`);
  });

  it("change nothing on the host into what they could not have made", async () => {
    const spec = { externalIPs: [FAR] };
    const answer = await answerTo(
      attacker.kubectl("patch", "service", "web", "--type=merge", "-p", JSON.stringify({ spec })),
    );
    await soon(async () => expect(`${answer} ${await listEvents("web")}`).to.contain("spec.externalIPs"));
    const there = ["-n", attacker.namespace, "get", "service", `web-x-default-x-${attacker.handle}`] as const;
    expect(await host.cluster.kubectl(...there, "-o", "jsonpath={.spec.externalIPs}")).to.equal("");
  });

  it("take no label to which more is open", async () => {
    const labels = { release: attacker.handle, "vcluster.loft.sh/managed-by": victim.handle };
    await attacker.apply(renderShell("disguised", { labels }));
    await ready(attacker, "pod/disguised");
    const at = ["-n", attacker.namespace] as const;
    const planes = await podsOf(host.cluster, ...at, "-l", `release=${attacker.handle}`);
    expect(planes.map(({ metadata }) => metadata.name)).to.deep.equal([`${attacker.handle}-0`]);
    expect(await podsOf(host.cluster, ...at, "-l", `vcluster.loft.sh/managed-by=${victim.handle}`)).to.deep.equal([]);
  });

  it("go with all that they had, and leave the others alone", async () => {
    await host.remove(attacker);
    expect(
      await host.cluster.kubectl("get", "persistentvolumes", "-o", "jsonpath={.items[*].spec.claimRef.namespace}"),
    ).to.equal(victim.namespace);
    expect(await inside(victim, "wget", "-q", "-O", "-", "http://web/")).to.contain("Welcome to nginx");
    await host.remove(victim);
  });

  function listEvents(name: string): Promise<string> {
    const selector = `involvedObject.name=${name}`;
    return attacker.kubectl("get", "events", "--field-selector", selector, "-o", "jsonpath={.items[*].message}");
  }

  /** What is said against a write, if anything. */
  function answerTo(writing: Promise<unknown>): Promise<string> {
    return writing.then(
      () => "",
      (error: unknown) => (error as Error).message,
    );
  }

  const inside = (at: Pick<Tenant, "kubectl">, ...command: string[]): Promise<string> =>
    at.kubectl("exec", "shell", "--", ...command);

  async function nodeAddress(name: string): Promise<string> {
    return host.cluster.kubectl(
      "get",
      "node",
      name,
      "-o",
      'jsonpath={.status.addresses[?(@.type=="InternalIP")].address}',
    );
  }

  async function nodePortOf({ namespace, handle }: Tenant): Promise<number> {
    const path = "jsonpath={.spec.ports[0].nodePort}";
    return Number(await host.cluster.kubectl("-n", namespace, "get", "service", handle, "-o", path));
  }

  /** Names all that is not the attacker's, each a server that runs. */
  async function listOthers(): Promise<readonly Place[]> {
    const place = (what: string, address: string, port: number): Place => ({ what, address, port });
    const pods = (await podsOf(victim)).filter(({ metadata }) => metadata.name !== "shell");
    const [plane] = await podsOf(host.cluster, "-n", victim.namespace, "-l", "app=vcluster");
    const { hostAddress } = host.cluster;
    return [
      ...METADATA.map((address) => place("metadata", address, 80)),
      ...pods.map(({ spec, status }) => place(`another's pod on ${spec.nodeName}`, status.podIP, 8080)),
      place("another's Service", await addressOf(victim.namespace, "web-x-default-x-alice"), 80),
      place("another's API server", await addressOf(victim.namespace, "alice"), 443),
      place("another's control plane", plane?.status.podIP ?? "", 8443),
      // A host's cloud may have its balancer come in by a port of every node.
      place("another's API server by a node", await nodeAddress(FAR_NODE), await nodePortOf(victim)),
      place("the host's API server", await addressOf("default", "kubernetes"), 443),
      place("the host's API server by its machine", hostAddress, 6443),
      place("the machine's resolver", hostAddress, 5353),
      place("the host's names", await addressOf("kube-system", "kube-dns"), 53),
      place("the host's metrics", await addressOf("kube-system", "metrics-server"), 443),
      place("another node's kubelet", await nodeAddress(FAR_NODE), 10250),
      place("another node", await nodeAddress(FAR_NODE), 80),
    ];
  }
});

function report(line: string): void {
  console.log(`      ${line}`);
}

function list(items: readonly object[]): object {
  return { apiVersion: "v1", kind: "List", items };
}

function web(node: string): object {
  const container = { name: "web", image: UNPRIVILEGED_NGINX_IMAGE, command: null };
  const spec = { nodeSelector: { "kubernetes.io/hostname": node } };
  return renderShell(`web-${node}`, {
    spec,
    container: { ...container, readinessProbe: { tcpSocket: { port: 8080 } } },
    labels: { web: "yes" },
  });
}

const shell = renderShell("shell", { spec: { nodeSelector: { "kubernetes.io/hostname": NEAR_NODE } } });

const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", namespace: "default" },
  spec: { selector: { web: "yes" }, ports: [{ port: 80, targetPort: 8080 }] },
};

const ingress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "allowed", namespace: "default" },
  spec: {
    rules: [
      {
        host: `mallory.${APPS_DOMAIN}`,
        http: {
          paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }],
        },
      },
    ],
  },
};

/** A node's own network, of which one may have other addresses and another other routes: what a cloud has, and the world. */
function onNode(name: string, node: string, script: string): object {
  const container = {
    name: "shell",
    image: BUSYBOX_IMAGE,
    command: ["sh", "-ec", script],
    securityContext: { privileged: true },
  };
  const spec = { nodeName: node, hostNetwork: true, terminationGracePeriodSeconds: 1, containers: [container] };
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "default" }, spec };
}

const outside = onNode(
  "outside",
  FAR_NODE,
  `for address in ${[...METADATA, FAR].join(" ")}; do ip addr add $address/32 dev lo || true; done; exec httpd -f -p 80 -h /tmp`,
);

function way(through: string): object {
  const script = `for address in ${[...METADATA, FAR].join(" ")}; do ip route replace $address/32 via ${through}; done; exec sleep 36000`;
  return onNode("way", NEAR_NODE, script);
}

/** Asks a kubelet as a pod of a tenant can; its certificate is of its own cluster. */
function askKubelet(address: string, path: string, token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { rejectUnauthorized: false, headers: { Authorization: `Bearer ${token}` } };
    request(`https://${address}:10250${path}`, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}
