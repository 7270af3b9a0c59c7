import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { isAtLeast } from "../../../api/http/authorize.ts";
import { OPERATIONS } from "../../../contract/rest/all.ts";
import { ORGANIZATION_ROLES, type OrganizationRole } from "../../../contract/rest/operation.ts";
import { newCluster, newDatabase, newDeployment, newPerson, type Person } from "../../api/client.ts";
import { consoleRoutes } from "../../support/console-routes.ts";
import type { ConsolePage } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";
import { runWorkload } from "../../support/run-workload.ts";
import { isFull } from "../../support/seeded-random.ts";
import { toldConditions } from "../../support/told-conditions.ts";
import { makePlatformAdmin } from "../../api/platform-admin.ts";

/** Who visits: the roles of an organization, and its owner who is one of the platform's people besides. */
type Visitor = OrganizationRole | "platformAdmin";

/** By day who may least, beside who may most; for a night also those between them. */
const VISITING: ReadonlySet<OrganizationRole> = new Set(isFull ? ORGANIZATION_ROLES : ["viewer"]);

/** Every page, and whether somebody is offered something on it; the tabs that offer more than their page. */
const PAGES: Readonly<Record<string, Readonly<{ offers: boolean; tabs?: readonly string[] }>>> = {
  "/": { offers: true },
  "/deployments": { offers: true },
  "/deployments/new": { offers: true },
  "/deployments/:id/change": { offers: true },
  "/deployments/:id/promote": { offers: true },
  "/deployments/:id": { offers: true, tabs: ["alerts", "previews"] },
  "/clusters": { offers: true },
  "/clusters/new": { offers: true },
  "/clusters/import": { offers: true },
  "/clusters/:id/adopt": { offers: true },
  "/clusters/:id": { offers: true },
  "/databases": { offers: true },
  "/databases/new": { offers: true },
  "/databases/:id/change": { offers: true },
  "/databases/:id": { offers: true, tabs: ["alerts"] },
  "/organization": { offers: true },
  "/organization/members": { offers: true },
  "/organization/invitations": { offers: true },
  "/organization/secrets": { offers: true },
  "/organization/registry": { offers: true },
  "/organization/clouds": { offers: true },
  "/organization/webhooks": { offers: true },
  "/organization/webhooks/:id": { offers: true },
  "/organization/audit": { offers: true },
  "/organization/billing": { offers: true },
  "/organization/settings": { offers: true },
  "/account": { offers: true },
  "/account/security": { offers: true },
  "/account/sessions": { offers: true },
  "/account/kubeconfigs": { offers: true },
  "/account/applications": { offers: true },
  "/account/keys": { offers: true },
  "/admin": { offers: true },
  "/admin/organizations": { offers: true },
  "/admin/providers": { offers: true },
  "/admin/applications": { offers: true },
  "/admin/hosts": { offers: true },
  "/admin/health": { offers: true },
};

/** What Home offers help for. */
const DRIFTED = {
  type: "Drifted",
  status: "True",
  observedGeneration: 1,
  lastTransitionTime: "2026-11-23T09:00:00.000Z",
  reason: "LiveDiffers",
  message: "Somebody changed it on the cluster.",
};

/** What each role is offered on each page, against what the contract lets it do. */
describe("The console's buttons", function () {
  this.timeout(900_000);
  const { gateway, visitAs } = tellConsoleStories();
  const people = new Map<OrganizationRole, Person>();
  let pages: readonly Readonly<{ page: string; offers: boolean }>[] = [];

  before(async () => {
    const { url } = gateway();
    const owner = await newPerson(url);
    const { body } = await owner.session<{ id: string; slug: string }>("POST", "/organizations", { name: "Harbour" });
    people.set("owner", owner);
    await owner.session("PATCH", "/auth/me", { active_organization_id: body.id });
    for (const role of ORGANIZATION_ROLES.filter((one) => one !== "owner"))
      people.set(role, await join(url, { owner, slug: body.slug, id: body.id, role }));
    const clusterId = await newCluster(owner.session);
    await gateway().settle("Cluster", clusterId);
    const deployment = await newDeployment(owner.session, clusterId);
    await gateway().settle("Deployment", deployment.id, "running", {
      conditions: [...toldConditions({ generation: 1 }), DRIFTED],
    });
    await runWorkload(gateway().kube, `roles-${randomBytes(4).toString("hex")}`);
    const database = await newDatabase(owner.session, clusterId);
    await gateway().settle("DatabaseInstance", database.id);
    await owner.session("POST", "/secrets", { name: "A", value: "a" });
    const base = `/organizations/${body.slug}`;
    const hook = await owner.session<{ id: string }>("POST", `${base}/webhooks`, { url: "https://a.example.org/" });
    await owner.session("POST", `${base}/invitations`, { email: "somebody@example.org" });
    const ids = {
      deployments: deployment.id,
      clusters: clusterId,
      databases: database.id,
      webhooks: hook.body.id,
    };
    pages = Object.entries(PAGES).flatMap(([route, { offers, tabs = [] }]) => {
      const path = Object.entries(ids).reduce(
        (one, [root, id]) => one.replace(`/${root}/:id`, `/${root}/${id}`),
        route,
      );
      return [path, ...tabs.map((tab) => `${path}?tab=${tab}`)].map((page) => ({ page, offers }));
    });
  });

  it("are looked for on every page that there is", () => {
    expect(Object.keys(PAGES)).to.have.members([...consoleRoutes()]);
  });

  it("are for each role exactly what the contract lets it do", async () => {
    const offered = new Map<Visitor, ReadonlyMap<string, readonly string[]>>();
    for (const [role, person] of people) if (VISITING.has(role)) offered.set(role, await offeredTo(person));
    const owner = people.get("owner");
    if (owner === undefined) throw new Error("The organization has no owner");
    await makePlatformAdmin(gateway(), owner);
    const all = await offeredTo(owner);
    offered.set("platformAdmin", all);
    const wrong = pages.filter(({ page, offers }) => (all.get(page) ?? []).length > 0 !== offers);
    expect(wrong, "pages on which nobody can do anything, or somebody can").to.deep.equal([]);
    expect(new Set([...all.values()].flat()).size).to.be.at.least(30);
    for (const [role, byPage] of offered)
      for (const [page, operations] of byPage)
        expect(operations, `${page} as ${role}`).to.deep.equal(
          (all.get(page) ?? []).filter((operation) => isLet(operation, role)),
        );
  });

  it("are no part of a form's page for whoever may not send it, which says so", async () => {
    const viewer = people.get("viewer");
    if (viewer === undefined) throw new Error("The organization has no viewer");
    const { page, faults, findings } = await visitAs(viewer, "/deployments/new");
    await page.getByText("Your role does not allow this.").waitFor();
    expect(await page.getByRole("button", { name: "Show the plan" }).count()).to.equal(0);
    expect(await findings("not-allowed")).to.deep.equal([]);
    expect(await faults()).to.deep.equal([]);
  });

  const offeredTo = async (person: Person): Promise<ReadonlyMap<string, readonly string[]>> => {
    const visited = await visitAs(person, "/organization/members");
    const byPage = new Map<string, readonly string[]>();
    for (const { page } of pages) byPage.set(page, await offeredAt(visited, `${gateway().url}${page}`));
    expect(await visited.faults()).to.deep.equal([]);
    return byPage;
  };
});

/** What a page shows is read first: until then there is no button on it. */
const IS_READ = `(() => {
  const main = document.querySelector("main");
  if (main === null || /Reading…|Looking…/.test(main.textContent)) return false;
  // Counts have a plus until all is listed.
  const counts = [...main.querySelectorAll(".count-all")];
  if (location.pathname === "/") return counts.length > 0 && counts.every((one) => !one.textContent.endsWith("+"));
  // Where rows are is known once clusters are, without which nothing can be made.
  const places = [...main.querySelectorAll("[role=cell].col-place")];
  if (main.querySelector(".long") !== null && !places.some(({ firstChild }) => firstChild?.data)) return false;
  const cards = [...main.querySelectorAll("section.card")];
  return main.querySelector(".note, .items, .empty, .card, .long") !== null
    && cards.every((card) => card.children.length > 1 || card.querySelector("form, .note") !== null);
})()`;

async function offeredAt({ page }: ConsolePage, url: string): Promise<readonly string[]> {
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await eventually(async () => expect(await page.evaluate(IS_READ), url).to.equal(true));
  const operations = await page
    .locator("main [data-operation]")
    .evaluateAll((found) => found.map((one) => one.getAttribute("data-operation") ?? ""));
  return [...new Set(operations)].toSorted();
}

function isLet(operation: string, role: Visitor): boolean {
  const who = OPERATIONS.find(({ operationId }) => operationId === operation)?.who;
  if (who === undefined) throw new Error(`The console offers ${operation}, which is no operation`);
  if (role === "platformAdmin") return true;
  return who.kind === "role" ? isAtLeast(role, who.role) : who.kind !== "platformAdmin";
}

type Place = Readonly<{ owner: Person; slug: string; id: string; role: OrganizationRole }>;

async function join(url: string, { owner, slug, id, role }: Place): Promise<Person> {
  const person = await newPerson(url);
  const { body } = await owner.session<{ accept_url: string }>("POST", `/organizations/${slug}/invitations`, {
    email: person.email,
    role,
  });
  await person.session("POST", `/invitations/${body.accept_url.split("/").at(-1) ?? ""}/accept`);
  await person.session("PATCH", "/auth/me", { active_organization_id: id });
  return person;
}
