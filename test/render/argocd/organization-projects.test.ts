import { expect } from "chai";
import type { IAppProject } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/AppProject";
import { deploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import {
  deploymentProject,
  namespaceOfProject,
  projectNames,
  renderOrganizationProjects,
  type ProjectMember,
} from "../../../render/argocd/organization-projects.ts";
import { renderDeployment } from "../../../render/deployment/render-deployment.ts";
import { deploymentInput } from "../../support/deployment-input.ts";

type Spec = IAppProject["spec"] | undefined;

const ORGANIZATION = "org-acme";
const chart = (handle: string, more: Partial<ProjectMember["spec"]> = {}, clusterHandle = "prod"): ProjectMember => ({
  handle,
  clusterHandle,
  spec: { appType: "helm", helmRepoUrl: "oci://ghcr.io/acme", ...more },
});
const projects = (members: readonly ProjectMember[]): IAppProject[] =>
  renderOrganizationProjects({
    argocdNamespace: "argocd",
    namespace: ORGANIZATION,
    repoUrl: "https://git.test/delivery.git",
    clusterHandles: ["prod", "test"],
    members,
  });
const named = (all: readonly IAppProject[], spec: ProjectMember["spec"]): Spec =>
  all.find(({ metadata }) => metadata.name === deploymentProject(ORGANIZATION, spec))?.spec;

/** Matches as Argo CD does, by gobwas/glob. */
function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[.+^$()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".")
    .replaceAll("{", "(?:")
    .replaceAll("}", ")")
    .replaceAll(",", "|");
  return new RegExp(`^${source}$`).test(text);
}
const reaches = (spec: Spec, cluster: string, namespace: string): boolean =>
  (spec?.destinations ?? []).some((one) => matches(one.name ?? "", cluster) && matches(one.namespace ?? "", namespace));
const makes = (spec: Spec, kind: string, name: string): boolean =>
  (spec?.clusterResourceWhitelist ?? []).some(
    (one) => matches(one.kind, kind) && matches((one as { name?: string }).name ?? "*", name),
  );

const SYSTEM = [
  "kube-system",
  "berth-access",
  "default",
  "cert-manager",
  "vault",
  "team-production",
  "shop-abcdefghik",
];

describe("The address of a chart's repository", () => {
  it("is no pattern: Argo CD would read it as one in the project", () => {
    const { helmRepoUrl } = deploymentSpec.shape;
    for (const url of ["https://charts.example.org/stable", "oci://ghcr.io/acme", "https://10.0.0.1:8443/a-b_c~d"])
      expect(helmRepoUrl.safeParse(url).success, url).to.equal(true);
    for (const url of [
      "https://*",
      "https://a?c.test",
      "oci://ghcr.io/{a,b}",
      "https://[a-z].test",
      "https://!x",
      "https://a@b.test",
    ])
      expect(helmRepoUrl.safeParse(url).success, url).to.equal(false);
  });
});

describe("The projects of an organization", () => {
  const mine = chart("shop-abcdefghij");
  const all = projects([
    mine,
    chart("blog-bcdefghijk", {}, "test"),
    chart("agent-cdefghijkl", { clusterWideRights: true }),
  ]);

  it("let a chart into the namespaces of the organization's charts on its cluster, and make nothing cluster-wide", () => {
    const spec = named(all, mine.spec);
    expect(reaches(spec, "prod", mine.handle)).to.equal(true);
    for (const name of [...SYSTEM, "blog-bcdefghijk", "agent-cdefghijkl"])
      expect(reaches(spec, "prod", name), name).to.equal(false);
    for (const kind of ["ClusterRoleBinding", "Namespace", "CustomResourceDefinition"])
      expect(makes(spec, kind, mine.handle), kind).to.equal(false);
    expect(spec?.sourceRepos).to.deep.equal(["ghcr.io/acme"]);
  });

  it("let one through everywhere that was given cluster-wide rights", () => {
    const spec = named(all, { appType: "helm", clusterWideRights: true });
    expect(reaches(spec, "prod", "kube-system")).to.equal(true);
    expect(reaches(spec, "test", "kube-system"), "no such chart is there").to.equal(false);
    expect(makes(spec, "ClusterRoleBinding", "any")).to.equal(true);
  });

  it("let what our charts render into namespaces of handles, the backups' and those that were taken over", () => {
    const adopted = {
      handle: "old-defghijklm",
      clusterHandle: "prod",
      spec: { appType: "web_app", adoption: { namespace: "live", kind: "Deployment" } },
    } as const;
    const spec = named(projects([adopted]), adopted.spec);
    for (const name of ["any-abcdefghij", "velero", "live"]) expect(reaches(spec, "prod", name), name).to.equal(true);
    for (const name of ["kube-system", "berth-access", "default", "vault"])
      expect(reaches(spec, "prod", name), name).to.equal(false);
    const system = {
      ...adopted,
      spec: { ...adopted.spec, adoption: { namespace: "kube-system", kind: "Deployment" } },
    };
    expect(reaches(named(projects([system]), system.spec), "prod", "kube-system")).to.equal(false);
    expect(reaches(spec, "test", "live"), "another cluster").to.equal(false);
    expect([
      makes(spec, "Namespace", "any-abcdefghij"),
      makes(spec, "Namespace", "kube-system"),
      makes(spec, "ClusterRole", "any-abcdefghij"),
    ]).to.deep.equal([true, false, false]);
  });

  it("are there as long as something needs them, and are known by their namespace", () => {
    expect(projects([]).map(({ metadata }) => metadata.name)).to.deep.equal([ORGANIZATION]);
    expect(all.map(({ metadata }) => metadata.name)).to.deep.equal(projectNames(ORGANIZATION));
    for (const name of projectNames(ORGANIZATION)) expect(namespaceOfProject(name)).to.equal(ORGANIZATION);
  });

  it("are named by Applications; of a confined chart the operator makes the namespace, not Argo CD", () => {
    const helm = { appType: "helm", helmRepoUrl: "https://charts.test", helmChartName: "c" } as const;
    const rendered = (more: object): [string | undefined, boolean] => {
      const { spec } = renderDeployment(deploymentInput({ ...helm, ...more })).application;
      return [spec.project, spec.syncPolicy?.syncOptions?.includes("CreateNamespace=true") ?? false];
    };
    expect(rendered({})).to.deep.equal(["org-acme.charts", false]);
    expect(rendered({ clusterWideRights: true })).to.deep.equal(["org-acme.cluster-wide", true]);
    const adoption = { namespace: "live", kind: "Deployment", workloadName: '{{ env "HOME" }}' };
    const system = { namespace: "kube-system", kind: "Deployment", workloadName: "shop" };
    expect(() => rendered({ adoption: system }))
      .to.throw()
      .with.property("publicMessage")
      .that.matches(/^namespace /);
    const input = deploymentInput(helm);
    expect(() => renderDeployment({ ...input, spec: { ...input.spec, adoption } }))
      .to.throw()
      .with.property("publicMessage")
      .that.matches(/^name /);
  });
});
