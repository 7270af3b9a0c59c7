import { expect } from "chai";
import { newAccount } from "../../api/client.ts";
import * as flow from "../../api/oauth-flow.ts";
import { startTestGateway, type TestGateway } from "../../api/gateway.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { createDatabase } from "../../support/postgres.ts";
import { newPlatformAdmin } from "../../api/platform-admin.ts";

/** What acts for a person by their consent, in a real browser (`make browser`). */
describe("The console's connected applications", function () {
  this.timeout(600_000);
  let database: string;
  /** The console's browser is at an address without TLS, an authorization server never: two gateways of one platform. */
  let server: TestGateway;
  const { gateway, visitAs } = tellConsoleStories(undefined, async () => {
    database = await createDatabase();
    return { BERTH_POSTGRES_URL: database };
  });

  before(async () => {
    server = await startTestGateway({ env: { BERTH_PUBLIC_URL: flow.PUBLIC_URL, BERTH_POSTGRES_URL: database } });
  });
  after(() => server.stop());

  it("are listed by what they call themselves, and refused from when they are disconnected; others stay", async () => {
    const admin = await newPlatformAdmin(server);
    const person = await newAccount(gateway().url);
    const connect = async (name: string): Promise<flow.Tokens> => {
      const made = await flow.register(admin.session, { name });
      return flow.connect(server, await flow.applicationOf(server, made), person);
    };
    const [crane, pilot] = [await connect(CANARY), await connect("Pilot")];
    const statusOf = async ({ access }: flow.Tokens): Promise<number> =>
      (await flow.bearer(server, access)("GET", "/auth/me")).status;
    expect([await statusOf(crane), await statusOf(pilot)]).to.deep.equal([200, 200]);

    const { page, faults, findings } = await visitAs(person, "/account/applications");
    const items = page.getByRole("list", { name: "Applications" }).locator(":scope > li");
    const item = items.filter({ hasText: CANARY });
    await item.getByText("https://app.example.org/").waitFor();
    await item.getByText("1 consent", { exact: true }).waitFor();
    await item.getByText("connected now").waitFor();
    expect(await items.count()).to.equal(2);
    expect(await findings("connected-applications")).to.deep.equal([]);

    await item.getByRole("button", { name: "Disconnect" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("All that you allowed it ends: its next call is refused.").waitFor();
    expect(await statusOf(crane), "nothing ends by asking").to.equal(200);
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await item.waitFor({ state: "detached" });
    expect([await statusOf(crane), await statusOf(pilot)]).to.deep.equal([401, 200]);

    await items.filter({ hasText: "Pilot" }).getByRole("button", { name: "Disconnect" }).click();
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("heading", { name: "No application acts for you" }).waitFor();
    expect(await statusOf(pilot)).to.equal(401);
    expect(await faults()).to.deep.equal([]);
  });
});
