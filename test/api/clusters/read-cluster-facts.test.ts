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
});
