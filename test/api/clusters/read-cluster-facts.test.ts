import { expect } from "chai";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { readClusterFacts } from "../../../api/clusters/imports/read-cluster-facts.ts";

const LONG = "x".repeat(200_000);
const annotations = {
  "kubectl.kubernetes.io/last-applied-configuration": LONG,
  "meta.helm.sh/release-name": "cm",
  "storageclass.kubernetes.io/is-default-class": "true",
};

/** Answers as an API server would whose Deployments are more than the client takes. */
function answer(method: string, path: string): unknown {
  if (method === "POST") return { status: { allowed: true } };
  if (path === "/version") return { gitVersion: "v1.36.0" };
  if (path.endsWith("/deployments")) throw new KubeError(`GET ${path}`, { status: 0, reason: "ResponseTooLarge" });
  if (path.endsWith("/storageclasses")) return { items: [{ metadata: { name: "fast", annotations } }] };
  return { metadata: { name: "kube-system", uid: "u1" }, items: [] };
}

describe("What a preflight reads of a cluster", () => {
  it("leaves out what nothing is derived from, and calls a list cut that is more than it may read", async () => {
    const client = { request: (method: string, path: string) => Promise.try(answer, method, path) };
    const { uid, facts } = await readClusterFacts(client, AbortSignal.timeout(10_000));
    expect([uid, facts.cutKinds, facts.missingPermissions]).to.deep.equal(["u1", ["Deployment"], []]);
    const [found] = facts.objects;
    expect(found?.annotations).to.deep.equal({
      "meta.helm.sh/release-name": "cm",
      "storageclass.kubernetes.io/is-default-class": "true",
    });
    expect(JSON.stringify(facts)).to.not.contain(LONG);
  });

  it("reads with what a cert-manager and an Envoy Gateway are started, and of no more than ten files, of which one may be refused", async () => {
    const asked: string[] = [];
    const request = (method: string, path: string): Promise<unknown> =>
      Promise.try(() => {
        if (path.endsWith("/deployments")) return { items: [...["open", "closed"].map(certManager), OTHER] };
        if (!path.includes("/configmaps/")) return answer(method, path);
        asked.push(path);
        if (path.includes("/closed/")) throw new KubeError(`GET ${path}`, { status: 403, reason: "Forbidden" });
        return { data: { "config.yaml": "kind: ControllerConfiguration" } };
      });
    const { facts } = await readClusterFacts({ request }, AbortSignal.timeout(10_000));
    const settings = facts.objects.filter(({ kind }) => kind === "Deployment").map((one) => one.settings);
    const args = ["--config=/c/config.yaml", "--v=2"];
    const files = Array<string>(6).fill("kind: ControllerConfiguration");
    expect(settings).to.deep.equal([{ args, files }, { args, files: [] }, undefined]);
    expect(asked).to.have.length(10);
    expect(asked[0]).to.equal("/api/v1/namespaces/open/configmaps/c0");
  });
});

const certManager = (namespace: string): object => ({
  metadata: { name: "cert-manager", namespace },
  spec: {
    template: {
      spec: {
        containers: [
          {
            image: "quay.io/jetstack/cert-manager-controller:v1.21.1",
            command: ["--config=/c/config.yaml"],
            args: ["--v=2"],
          },
          { image: "busybox", args: ["--feature-gates=ListenerSets=true"] },
        ],
        volumes: [{ emptyDir: {} }, ...Array.from({ length: 6 }, (_, at) => ({ configMap: { name: `c${at}` } }))],
      },
    },
  },
});
const OTHER = {
  metadata: { name: "other", namespace: "shop" },
  spec: { template: { spec: { containers: [{ image: "nginx" }], volumes: [{ configMap: { name: "shop" } }] } } },
};
