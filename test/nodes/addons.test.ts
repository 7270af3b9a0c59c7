import { expect } from "chai";
import { startDnsServer, type DnsServer } from "../support/dns-server.ts";
import { eventually } from "../support/eventually.ts";
import { startRealCluster, type RealCluster } from "../support/real-cluster.ts";
import { canRunNodes } from "../support/real-nodes.ts";

const DEADLINE_MS = 180_000;
const PAUSE_MS = 500;

/** By hand, and by `make test-nodes`: it needs a machine that may run nodes, and minutes for the programs where they are not built. */
describe("A cluster with real nodes", function () {
  this.timeout(30 * 60_000);
  let cluster: RealCluster;
  let dns: DnsServer;

  before(async function () {
    if (!(await canRunNodes())) this.skip();
    dns = await startDnsServer();
    cluster = await startRealCluster({ nodes: 2, resolvers: dns.address });
    await cluster.apply(list([web(), service(), client("friend"), client("stranger")]));
    await ready("pod/web", "pod/friend", "pod/stranger");
  });

  after(async () => {
    await cluster?.stop();
    await dns?.close();
  });

  const soon = (probe: () => Promise<unknown>): Promise<unknown> => eventually(probe, DEADLINE_MS, PAUSE_MS);
  const ready = (...names: string[]): Promise<unknown> =>
    soon(() => cluster.kubectl("wait", "--for=condition=Ready", "--timeout=20s", ...names));
  const inside = (pod: string, ...command: string[]): Promise<string> => cluster.kubectl("exec", pod, "--", ...command);
  const fetch = (pod: string): Promise<string> => inside(pod, "timeout", "3", "wget", "-q", "-O", "-", "http://web/");

  it("serves a page from a pod of nginx:1.29 to another pod, by the name of its Service", () =>
    soon(async () => expect(await fetch("friend")).to.contain("Welcome to nginx")));

  it("answers names of the outside by whom the machine asks, and knows no name that is not there", async () => {
    await soon(async () => {
      await inside("friend", "nslookup", "berth.example.org.").catch(() => undefined);
      expect(dns.asked).to.include("berth.example.org");
    });
    const unknown = await inside("friend", "nslookup", "nobody.default.svc.cluster.local.").catch(() => "unknown");
    expect(unknown).to.equal("unknown");
    expect(dns.asked).not.to.include("nobody.default.svc.cluster.local");
  });

  it("closes a port by a NetworkPolicy to all but those that it names, and opens it again", async () => {
    await soon(() => fetch("stranger"));
    await cluster.apply({
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "friends" },
      spec: {
        podSelector: { matchLabels: { app: "web" } },
        policyTypes: ["Ingress"],
        ingress: [{ from: [{ podSelector: { matchLabels: { app: "friend" } } }] }],
      },
    });
    await soon(async () => expect(await fetch("stranger").catch(() => "closed")).to.equal("closed"));
    await soon(async () => expect(await fetch("friend")).to.contain("Welcome"));
    expect(await fetch("stranger").catch(() => "closed")).to.equal("closed");
    await cluster.kubectl("delete", "networkpolicy", "friends");
    await soon(() => fetch("stranger"));
  });

  it("keeps what a pod wrote to its volume for the pod after it", async () => {
    await cluster.apply(list([claim(), keeper("writer", "echo kept > /data/note; exec sleep 3600")]));
    await ready("pod/writer");
    await soon(async () => expect(await inside("writer", "cat", "/data/note")).to.equal("kept\n"));
    await cluster.kubectl("delete", "pod", "writer", "--now");
    await cluster.apply(keeper("reader", "exec sleep 3600"));
    await ready("pod/reader");
    expect(await inside("reader", "cat", "/data/note")).to.equal("kept\n");
  });

  it("tells what nodes and pods use", async () => {
    await soon(async () => expect(await cluster.kubectl("top", "nodes")).to.match(/real-node-1.*real-node-2/s));
    await soon(async () => expect(await cluster.kubectl("top", "pods")).to.match(/web +\d+m +[1-9]\d*Mi/));
  });
});

function list(items: readonly object[]): object {
  return { apiVersion: "v1", kind: "List", items };
}

function pod(name: string, spec: object): object {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels: { app: name } },
    spec: { terminationGracePeriodSeconds: 1, ...spec },
  };
}

function web(): object {
  const probe = { httpGet: { path: "/", port: 80 }, periodSeconds: 1 };
  return pod("web", {
    containers: [{ name: "web", image: "nginx:1.29", imagePullPolicy: "Always", readinessProbe: probe }],
  });
}

function service(): object {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web" },
    spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
  };
}

function client(name: string): object {
  const shell = { name: "shell", image: "busybox:1.37", command: ["sleep", "3600"] };
  return pod(name, { containers: [shell] });
}

function claim(): object {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "16Mi" } } };
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name: "data" }, spec };
}

function keeper(name: string, script: string): object {
  const user = { runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532, runAsNonRoot: true };
  return pod(name, {
    securityContext: user,
    containers: [
      {
        name: "shell",
        image: "busybox:1.37",
        command: ["sh", "-c", script],
        volumeMounts: [{ name: "data", mountPath: "/data" }],
      },
    ],
    volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }],
  });
}
