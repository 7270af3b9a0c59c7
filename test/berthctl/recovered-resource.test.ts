import { expect } from "chai";
import { deriveHandle } from "../../contract/identity.ts";
import { formatResource } from "../../render/resource-file.ts";
import { readResources } from "../../berthctl/recovered-resource.ts";

const ID = "01970000-0000-7000-8000-00000000000a";
const OTHER = "01970000-0000-7000-8000-00000000000b";

function fileOf(kind: string, name: string): [path: string, text: string] {
  const handle = deriveHandle(kind, name, ID);
  const folder = { Deployment: "deployments/", DatabaseInstance: "databases/" }[kind];
  const path = folder === undefined ? `clusters/${handle}` : `clusters/any-cluster/${folder}${handle}`;
  const text = formatResource(kind, { name, namespace: "org-acme", id: ID }, { cluster: "one", replicas: 2 });
  return [`${path}/resource.yaml`, text];
}

describe("Resources read back from Git", () => {
  it("come with name, namespace, labels and spec, clusters first", () => {
    const files = new Map([fileOf("Deployment", "shop"), fileOf("DatabaseInstance", "db"), fileOf("Cluster", "one")]);
    const { resources, unusable } = readResources(files);
    expect(unusable).to.deep.equal([]);
    expect(resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).to.deep.equal([
      "Cluster one",
      "Deployment shop",
      "DatabaseInstance db",
    ]);
    expect(resources[1]).to.deep.include({
      apiVersion: "hosting.berth.dev/v1alpha1",
      spec: { cluster: "one", replicas: 2 },
    });
    expect(resources[1]?.metadata).to.deep.equal({
      name: "shop",
      namespace: "org-acme",
      labels: { "hosting.berth.dev/id": ID },
    });
  });

  it("begin with what of their status a rebuild needs: their host, their archive, their versions", () => {
    const remembered = {
      Cluster: { host: "h1", kubernetesVersion: "1.35.4", routing: "both" },
      DatabaseInstance: { engineVersion: "16", source: { id: OTHER } },
      Deployment: {
        customDomain: { name: "shop.example.com", provenAt: "2026-01-01T00:00:00Z" },
        publicPorts: [{ port: 25, publicPort: 2525, claimedAt: "2026-01-01T00:00:00Z" }],
      },
    } as const;
    const files = new Map<string, string>();
    for (const [kind, status] of Object.entries(remembered)) {
      const [path, text] = fileOf(kind, "it");
      files.set(path, `${text}status: ${JSON.stringify(status)}\n`);
      const [, cluster = "", handle = ""] = /^clusters\/([^/]+)\/\w+\/([^/]+)\//.exec(path) ?? [];
      const chart = kind === "Deployment" ? "workload" : "database";
      const source = { path: `platform/charts/${chart}/0.1.0` };
      if (handle !== "")
        files.set(`clusters/${cluster}/applications/${handle}.yaml`, JSON.stringify({ spec: { source } }));
    }
    const [cluster, deployment, database] = readResources(files).resources.map(({ status }) => status);
    expect(cluster).to.include({ ...remembered.Cluster, phase: "degraded", statusReason: "Recovered" });
    expect(database).to.deep.include({ ...remembered.DatabaseInstance, chartVersion: "0.1.0" });
    expect(deployment).to.deep.include(remembered.Deployment);
    expect(deployment?.["delivery"]).to.have.keys("version", "imageChoice");
  });

  it("are named when they cannot be used, and never made under another handle", () => {
    const [path, text] = fileOf("Deployment", "shop");
    const bad: Readonly<Record<string, string>> = {
      "of another id": text.replace(ID, OTHER),
      "in a namespace of the platform": text.replace("org-acme", "kube-system"),
      "of another kind": text.replace("Deployment", "Secret"),
      "of another version": text.replace("v1alpha1", "v9"),
      "without an id": text.replace("hosting.berth.dev/id", "hosting.berth.dev/other"),
      "not YAML": "{{",
      empty: "",
    };
    for (const [name, content] of Object.entries(bad)) {
      const { resources, unusable } = readResources(new Map([[path, content]]));
      expect(resources, name).to.deep.equal([]);
      expect(unusable, name).to.deep.equal([path]);
    }
    expect(readResources(new Map([[path, text]])).resources).to.have.length(1);
  });
});
