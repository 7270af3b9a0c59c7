import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { Page } from "playwright-core";
import type { LoginProvider } from "../../../adapters/logins/login-provider.ts";
import { createLoginProviders } from "../../../api/logins/create-login-providers.ts";
import type { Services } from "../../../api/services.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { PASSWORD } from "../../api/client.ts";
import { codeOf } from "../../api/second-factor-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";
import { OIDC_CLIENT, OidcServer } from "../../support/oidc-server.ts";

const FOREIGN_FONTS = "https://fonts.googleapis.com/";

/** How somebody without an account gets in, and somebody whom a login provider knows, in a real browser. */
describe("Signing in to the console", function () {
  this.timeout(600_000);
  const issuer = new OidcServer();
  /** Providers are of a named origin, whose port is known once the gateway listens. */
  const logins = new Map<string, LoginProvider>();
  let publicUrl: string | undefined;
  const { gateway, visit } = tellConsoleStories(() => (services: Services) => ({
    config: Object.create(services.config, { publicUrl: { get: () => publicUrl } }) as Services["config"],
    logins,
  }));

  before(async () => {
    publicUrl = gateway().url;
    const address = await issuer.start({ redirectUris: [`${publicUrl}/api/v1/auth/dex/callback`] });
    const { client_id: clientId, client_secret: secret } = OIDC_CLIENT;
    const dex = { id: "dex", name: "Dex", issuer: address, scopes: ["openid", "email", "profile"] };
    const oidc = [{ ...dex, clientId, clientSecret: new SecretText(secret), emailDomains: undefined }];
    for (const [id, one] of createLoginProviders({ publicUrl, logins: { github: undefined, oidc } }))
      logins.set(id, one);
  });
  after(() => issuer.stop());

  /** Makes somebody whom the issuer knows. */
  const known = (): string => {
    const sub = `sub-${randomBytes(6).toString("hex")}`;
    issuer.people.set(sub, { email: `${sub}@example.org`, email_verified: true, name: "Ada" });
    return sub;
  };
  const signInAt = async (page: Page, person: string): Promise<void> => {
    // The issuer's pages would have letters from elsewhere.
    await page.route(`${FOREIGN_FONTS}**`, (route) => route.abort());
    await page.getByRole("link", { name: "Sign in with Dex" }).click();
    await page.locator("input[name=login]").fill(person);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    await page.getByRole("button", { name: "Continue" }).click();
  };
  const ofOurs = (faults: readonly string[]): readonly string[] =>
    faults.filter((fault) => ![`${issuer.issuer}/`, FOREIGN_FONTS].some((one) => fault.startsWith(`it asked ${one}`)));

  it("makes an account of what is given, after it has said what is wrong with it", async () => {
    const { page, faults, findings } = await visit("/sign-in");
    await page.getByRole("link", { name: "Register" }).click();
    const email = `ada-${randomBytes(6).toString("hex")}@example.org`;
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("alert").first().waitFor();
    expect(await page.getByLabel("Password").getAttribute("aria-invalid")).to.equal("true");
    expect(await findings("register-refused")).to.deep.equal([]);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("heading", { name: "Hello, Ada" }).waitFor();
    expect(await page.getByRole("link", { name: "Account" }).getAttribute("title")).to.equal(email);
    expect(await faults()).to.deep.equal([]);
  });

  it("goes by a login provider and back, and is the same person the next time", async () => {
    const person = known();
    const { page, faults, findings } = await visit("/sign-in");
    await page.getByRole("link", { name: "Sign in with Dex" }).waitFor();
    expect(await findings("sign-in-providers")).to.deep.equal([]);
    await signInAt(page, person);
    await page.getByRole("heading", { name: "Hello, Ada" }).waitFor();
    expect(page.url()).to.equal(`${gateway().url}/`);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    // The issuer still knows who sits there.
    await page.getByRole("link", { name: "Sign in with Dex" }).click();
    await page.getByRole("heading", { name: "Hello, Ada" }).waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.goto(`${gateway().url}/clusters?sort=name`);
    await page.getByRole("link", { name: "Sign in with Dex" }).click();
    await page.getByRole("heading", { level: 1, name: "Clusters" }).waitFor();
    expect(page.url(), "as with a password").to.equal(`${gateway().url}/clusters?sort=name`);
    const { rows } = await gateway().services.pool.query("SELECT 1 FROM users WHERE email = $1", [
      `${person}@example.org`,
    ]);
    expect(rows).to.have.length(1);
    expect(ofOurs(await faults())).to.deep.equal([]);
  });

  it("asks who comes from a login provider for the second factor of the account", async () => {
    const { page, faults } = await visit("/sign-in");
    await signInAt(page, known());
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByRole("button", { name: "Add an app" }).click();
    await page.getByLabel("Name (needed)").fill("phone");
    await page.getByRole("dialog").getByRole("button", { name: "Add an app" }).click();
    const scan = page.getByRole("dialog", { name: "Scan it with the app" });
    const secret = (await scan.locator("code").first().textContent()) ?? "";
    await scan.getByLabel("Code that the app shows").fill(codeOf(secret));
    await scan.getByRole("button", { name: "Turn it on" }).click();
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("link", { name: "Sign in with Dex" }).click();
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await page.getByLabel("Code of your authenticator app").fill(codeOf(secret, 1));
    await page.getByRole("button", { name: "Finish signing in" }).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).waitFor();
    expect(new URL(page.url()).pathname, "where it was signed out").to.equal("/account");
    await page.getByRole("button", { name: "Remove phone" }).waitFor();
    expect(ofOurs(await faults())).to.deep.equal([]);
  });
});
