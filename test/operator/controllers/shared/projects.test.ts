import { expect } from "chai";
import { renderOrganizationProjects } from "../../../../render/argocd/organization-projects.ts";
import { Projects } from "../../../../operator/controllers/shared/projects.ts";
import { fingerprint } from "../../../../operator/delivery/argo-application.ts";

const NAMESPACE = "org-acme";
const SETTINGS = { argocdNamespace: "argocd", repoUrl: "https://git.example.com/delivery.git" };

type Listener = (event: unknown) => void;
type Object = Readonly<{ metadata: object; spec?: object; status?: object }>;

const clusterOf = (name: string, deletionTimestamp?: string): Object => ({
  metadata: { name, namespace: NAMESPACE, ...(deletionTimestamp !== undefined && { deletionTimestamp }) },
  status: { handle: name },
});
const deploymentOf = (appType: string): Object => ({
  metadata: { name: "shop", namespace: NAMESPACE },
  spec: { cluster: "one", appType, helmRepoUrl: "https://charts.example.com" },
  status: { handle: "shop-0123456789" },
});

/** An organization whose projects Argo CD has as they should be; how often they were put together is counted. */
function makeScene(): Readonly<{
  projects: Projects;
  clusters: Object[];
  tell: (collection: "clusters" | "deployments", event: object) => void;
  made: () => number;
}> {
  const clusters = [clusterOf("one")];
  const listeners: Record<string, Listener[]> = { clusters: [], deployments: [] };
  let made = 0;
  const [wanted] = renderOrganizationProjects({
    ...SETTINGS,
    namespace: NAMESPACE,
    clusterHandles: ["one"],
    members: [],
  });
  const held = { metadata: wanted!.metadata, specPrint: fingerprint(wanted!.spec) };
  const subscribe = (collection: string) => (listener: Listener) => listeners[collection]!.push(listener);
  const caches = {
    clusters: { byIndex: () => clusters, get: () => clusters[0], subscribe: subscribe("clusters") },
    deployments: {
      byIndex: (index: string) => {
        if (index === "project") made += 1;
        return [];
      },
      subscribe: subscribe("deployments"),
    },
    applications: { byIndex: () => [{ metadata: {} }] },
    projects: { get: (key: string) => (key === `argocd/${held.metadata?.name}` ? held : undefined) },
  } as unknown as ConstructorParameters<typeof Projects>[0];
  const projects = new Projects(
    caches,
    {} as ConstructorParameters<typeof Projects>[1],
    SETTINGS as ConstructorParameters<typeof Projects>[2],
  );
  return {
    projects,
    clusters,
    tell: (collection, event) => listeners[collection]!.forEach((listener) => listener({ kind: "upsert", ...event })),
    made: () => made,
  };
}

describe("What an organization's projects should say", () => {
  it("is put together once, however many clusters are looked at", () => {
    const { projects, made } = makeScene();
    expect([projects.isCurrent(NAMESPACE), projects.isCurrent(NAMESPACE), made()]).to.deep.equal([true, true, 1]);
  });

  it("is put together anew once one of its clusters or charts has changed, and for nothing else", () => {
    const { projects, clusters, tell, made } = makeScene();
    const after = (collection: "clusters" | "deployments", event: object): number => {
      tell(collection, event);
      projects.isCurrent(NAMESPACE);
      return made();
    };
    expect(projects.isCurrent(NAMESPACE)).to.equal(true);
    expect(after("deployments", { object: deploymentOf("web_app") })).to.equal(1);
    expect(after("deployments", { object: deploymentOf("helm") })).to.equal(2);
    expect(after("deployments", { object: deploymentOf("web_app"), previous: deploymentOf("helm") })).to.equal(3);
    expect(after("deployments", { kind: "delete", object: deploymentOf("helm") })).to.equal(4);
    expect(after("deployments", { object: { ...deploymentOf("helm"), metadata: { namespace: "org-b" } } })).to.equal(4);
    clusters.push(clusterOf("two"));
    expect(after("clusters", { object: clusters[1] })).to.equal(5);
    expect(projects.isCurrent(NAMESPACE), "a project that lacks the new cluster").to.equal(false);
  });

  it("is put together each time while a cluster goes: what is left on it, Argo CD removes", () => {
    const { projects, clusters, tell, made } = makeScene();
    clusters[0] = clusterOf("one", "2026-11-28T00:00:00Z");
    tell("clusters", { object: clusters[0] });
    expect([projects.isCurrent(NAMESPACE), projects.isCurrent(NAMESPACE), made()]).to.deep.equal([true, true, 2]);
  });
});
