import { expect } from "chai";
import type { Page } from "playwright-core";
import { seedRows } from "../../../bench/seeded-rows.ts";
import { newPerson, type Person } from "../../api/client.ts";
import { signedIn } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { firstClick, REQUESTS_MAX } from "../../support/first-click.ts";

/** More than the first page of a list holds, and more than the next one does, of both kinds that the list of deployments shows. */
const SEEDED = { deployments: 450, clusters: 450 };

/** As the page tells the time, which is told to it. */
const TIME_TO_READ_ON_MS = 5_000;

/** As a console would that reads each list once more for itself. */
const ASK_MORE = `addEventListener("DOMContentLoaded", () => {
  for (const list of ["deployments", "clusters"]) void fetch("/api/v1/" + list + "?limit=1");
})`;

/** What a browser that knows nothing yet asks for, in a real one (`make browser`). */
describe("The console's requests", function () {
  this.timeout(600_000);
  const { gateway, browser } = tellConsoleStories();
  let person: Person;

  before(async () => {
    person = await newPerson(gateway().url);
    const owner = { organizationId: person.organizationId, userId: person.userId };
    await seedRows(gateway().services.config.postgresUrl.reveal(), owner, SEEDED);
  });

  const visit = async (prepare: (page: Page) => Promise<unknown>): Promise<readonly string[]> => {
    const context = await browser().newContext();
    await signedIn(context, gateway().url, person.cookie);
    const page = await context.newPage();
    await prepare(page);
    const { asked } = await firstClick(page, `${gateway().url}/deployments`, "main a.row-name");
    // The rest is read all the same.
    await page.getByText(`${SEEDED.deployments} in all`).waitFor();
    await context.close();
    const list = `/api/v1/deployments?organization_id=${person.organizationId}&limit=50`;
    expect(asked).to.include.members(["/deployments", "/api/v1/auth/me", list]);
    return asked;
  };

  it(`are at most ${REQUESTS_MAX} until a row of a long list can be clicked`, async () => {
    const asked = await visit(() => Promise.resolve());
    expect(asked, asked.join("\n")).to.have.length.at.most(REQUESTS_MAX);
  });

  it("are no more where the list is the last to be answered: what others hold beyond their first page waits for it", async () => {
    const asked = await visit(async (page) => {
      let others = 0;
      const { promise: areThere, resolve } = Promise.withResolvers<unknown>();
      page.on("requestfinished", (request) => {
        if (/\/(?:clusters|databases)\?/.test(request.url()) && ++others === 2) resolve(undefined);
      });
      await page.clock.install();
      await page.route("**/api/v1/deployments?*limit=50", async (route) => {
        await areThere;
        await page.clock.runFor(TIME_TO_READ_ON_MS);
        await route.continue();
      });
    });
    expect(asked, asked.join("\n")).to.have.length.at.most(REQUESTS_MAX);
  });

  it("are counted: known bad, a page that reads its lists twice", async () => {
    const asked = await visit((page) => page.addInitScript(ASK_MORE));
    expect(asked, asked.join("\n")).to.have.length.above(REQUESTS_MAX);
  });
});
