import { expect } from "chai";
import { isAtLeast } from "../../../api/http/authorize.ts";
import { OPERATIONS } from "../../../contract/rest/all.ts";
import { ORGANIZATION_ROLES, type OrganizationRole } from "../../../contract/rest/operation.ts";
import { newCluster, newDatabase, newDeployment, newPerson, type Person } from "../../api/client.ts";
import type { ConsolePage } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { eventually } from "../../support/eventually.ts";
import { toldConditions } from "../../support/told-conditions.ts";

/** What each role is offered on each page, against what the contract lets it do. */
describe("The console's buttons", function () {
  this.timeout(900_000);
  const { gateway, visitAs } = tellConsoleStories();
  const people = new Map<OrganizationRole, Person>();
  let pages: readonly string[] = [];

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
    pages = [
      ...["members", "invitations", "secrets", "registry", "clouds", "webhooks", `webhooks/${hook.body.id}`].map(
        (page) => `/organization/${page}`,
      ),
      ...["audit", "billing", "settings"].map((page) => `/organization/${page}`),
      `/deployments/${deployment.id}`,
      `/deployments/${deployment.id}?tab=alerts`,
      `/deployments/${deployment.id}?tab=previews`,
      `/clusters/${clusterId}`,
      `/databases/${database.id}`,
      `/databases/${database.id}?tab=alerts`,
    ];
  });

  it("are for each role exactly what the contract lets it do", async () => {
    const offered = new Map<OrganizationRole, ReadonlyMap<string, readonly string[]>>();
    for (const [role, person] of people) offered.set(role, await offeredTo(person));
    const all = offered.get("owner") ?? new Map<string, readonly string[]>();
    const bare = [...all].filter(([, { length }]) => length === 0);
    expect(bare, "pages on which nobody can do anything").to.deep.equal([]);
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
    for (const path of pages) byPage.set(path, await offeredAt(visited, `${gateway().url}${path}`));
    expect(await visited.faults()).to.deep.equal([]);
    return byPage;
  };
});

/** What a page shows is read first: until then there is no button on it. */
const IS_READ = `(() => {
  const main = document.querySelector("main");
  const cards = [...(main?.querySelectorAll("section.card") ?? [])];
  return main.querySelector(".note, .items, .empty, .card") !== null
    && cards.every((card) => card.children.length > 1) && !main.textContent.includes("Reading…");
})()`;

async function offeredAt({ page }: ConsolePage, url: string): Promise<readonly string[]> {
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await eventually(async () => expect(await page.evaluate(IS_READ)).to.equal(true));
  const operations = await page
    .locator("main [data-operation]")
    .evaluateAll((found) => found.map((one) => one.getAttribute("data-operation") ?? ""));
  return [...new Set(operations)].toSorted();
}

function isLet(operation: string, role: OrganizationRole): boolean {
  const who = OPERATIONS.find(({ operationId }) => operationId === operation)?.who;
  if (who === undefined) throw new Error(`The console offers ${operation}, which is no operation`);
  return who.kind !== "role" || isAtLeast(role, who.role);
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
