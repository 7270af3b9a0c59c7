import { expect } from "chai";
import { isAtLeast } from "../../../api/http/authorize.ts";
import { OPERATIONS } from "../../../contract/rest/all.ts";
import { ORGANIZATION_ROLES, type OrganizationRole } from "../../../contract/rest/operation.ts";
import { newCluster, newDatabase, newDeployment, newPerson, type Person } from "../../api/client.ts";
import { consoleRoutes } from "../../support/console-routes.ts";
import type { ConsolePage } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";
import { toldConditions } from "../../support/told-conditions.ts";

/** Who visits: the roles of an organization, and its owner who is one of the platform's people besides. */
type Visitor = OrganizationRole | "platformAdmin";

/** Every page, and whether somebody is offered something on it; the tabs that offer more than their page. */
const PAGES: Readonly<Record<string, Readonly<{ offers: boolean; tabs?: readonly string[] }>>> = {
  "/": { offers: false },
  "/deployments": { offers: false },
  "/deployments/new": { offers: false },
  "/deployments/:id/change": { offers: false },
  "/deployments/:id/promote": { offers: false },
  "/deployments/:id": { offers: true, tabs: ["alerts", "previews"] },
  "/clusters": { offers: false },
  "/clusters/new": { offers: false },
  "/clusters/import": { offers: false },
  "/clusters/:id/adopt": { offers: false },
  "/clusters/:id": { offers: true },
  "/databases": { offers: false },
  "/databases/new": { offers: false },
  "/databases/:id/change": { offers: false },
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
    await gateway().settle("Deployment", deployment.id, "running", { conditions: toldConditions({ generation: 1 }) });
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
    for (const [role, person] of people) offered.set(role, await offeredTo(person));
    const owner = people.get("owner");
    if (owner === undefined) throw new Error("The organization has no owner");
    await gateway().services.pool.query("UPDATE users SET is_platform_admin = true WHERE id = $1", [owner.userId]);
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
  if (location.pathname === "/") return main.querySelector(".counts, .empty, .card") !== null;
  const cards = [...main.querySelectorAll("section.card")];
  return main.querySelector(".note, .items, .empty, .card, .long") !== null
    && cards.every((card) => card.children.length > 1 || card.querySelector("form") !== null);
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
