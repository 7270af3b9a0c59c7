import { expect } from "chai";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { ListedAdoptions } from "../../../api/alerts/listed-adoptions.ts";
import { findPlaceOn } from "../../../api/deployments/tenant-place.ts";

const ADOPTION = { namespace: "live", kind: "Deployment", workloadName: "old", selectorMatchLabels: { app: "old" } };

/** A management cluster with deployments in a namespace, every second of them taken over. */
function clusterOf(count: number): { kube: Pick<KubeClient, "get" | "list">; asked: string[] } {
  const asked: string[] = [];
  const objectOf = (at: number, namespace: string): KubeObject => ({
    metadata: { name: `d-${at}`, namespace },
    spec: { cluster: "one", ...(at % 2 === 0 && { adoption: { ...ADOPTION, manifestYaml: "a: 1" } }) },
  });
  const get = ((_: unknown, { namespace, name }: { namespace: string; name: string }) => {
    asked.push(`${namespace}/${name}`);
    return Promise.resolve(objectOf(Number(name.slice(2)), namespace));
  }) as unknown as KubeClient["get"];
  const list = ((_: unknown, { namespace, slim }: { namespace: string; slim: (object: KubeObject) => KubeObject }) => {
    asked.push(namespace);
    const all = Array.from({ length: count }, (__, at) => objectOf(at, namespace));
    return Promise.resolve({ items: all.map(slim), resourceVersion: "1" });
  }) as unknown as KubeClient["list"];
  return { kube: { get, list }, asked };
}

describe("Deployments that were taken over, as a look at alerts reads them", () => {
  it("take ten requests and one list of each namespace at most, and only what their place is made of is kept", async () => {
    const { kube, asked } = clusterOf(400);
    const adoptions = new ListedAdoptions(kube);
    const read = adoptions.read.bind(adoptions);
    const row = (at: number, namespace: string) => ({
      id: "0197c1f0-6265-7274-a868-2d636c690001",
      namespace,
      objectName: `d-${at}`,
      displayName: `d-${at}`,
      body: { is_adopted: true },
    });
    const rows = ["org-a", "org-b"].flatMap((of) => Array.from({ length: 200 }, (_, at) => row(at * 2, of)));
    const places = await Promise.all(rows.map((one) => findPlaceOn(read, one)));
    const lists = asked.filter((one) => !one.includes("/"));
    expect(lists.sort()).to.deep.equal(["org-a", "org-b"]);
    expect(asked).to.have.length(2 + 2 * 10);
    expect(new Set(places.map((place) => `${place.namespace} ${place.workload}`))).to.deep.equal(new Set(["live old"]));
    expect(await read({ namespace: "org-a", name: "d-0" })).to.deep.equal({
      metadata: { name: "d-0", namespace: "org-a" },
      spec: { adoption: ADOPTION },
    });
    expect(await read({ namespace: "org-a", name: "d-1" })).to.equal(undefined);
    const refusal = await findPlaceOn(read, row(1, "org-a")).catch((error: unknown) => error);
    expect(refusal).to.have.property("code", "not_found");
  });

  it("take no list where few were taken over, as it may be of thousands that were not", async () => {
    const { kube, asked } = clusterOf(400);
    const adoptions = new ListedAdoptions(kube);
    expect(await adoptions.read({ namespace: "org-a", name: "d-2" })).to.deep.equal({
      metadata: { name: "d-2", namespace: "org-a" },
      spec: { adoption: ADOPTION },
    });
    expect(await adoptions.read({ namespace: "org-a", name: "d-1" })).to.equal(undefined);
    expect(asked).to.deep.equal(["org-a/d-2", "org-a/d-1"]);
  });
});
