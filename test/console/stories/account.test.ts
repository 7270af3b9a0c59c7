import { expect } from "chai";
import type { Services } from "../../../api/services.ts";
import { newPerson, PASSWORD } from "../../api/client.ts";
import { ageProofs, codeOf } from "../../api/second-factor-scene.ts";
import { CANARY } from "../../support/console-scene.ts";
import { tellConsoleStories } from "../../support/console-stories.ts";

/** What people do about their own account, in a real browser. */
describe("The console's account", function () {
  this.timeout(600_000);
  /** Passkeys are of a named origin, whose port is known once the gateway listens. */
  let publicUrl: string | undefined;
  const named = (services: Services): Partial<Services> => ({
    config: Object.create(services.config, { publicUrl: { get: () => publicUrl } }) as Services["config"],
  });
  const { gateway, visit, visitAs } = tellConsoleStories(() => named);
  const ofLocalhost = (): string => gateway().url.replace("127.0.0.1", "localhost");

  it("has an app as a second factor, which the next sign-in asks for", async () => {
    const person = await newPerson(gateway().url);
    const { page, faults, findings } = await visitAs(person, "/");
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByText("You have none yet.").waitFor();
    await page.getByRole("button", { name: "Add an app" }).click();
    await page.getByLabel("Name (needed)").fill(CANARY);
    await page.getByRole("dialog").getByRole("button", { name: "Add an app" }).click();
    const scan = page.getByRole("dialog", { name: "Scan it with the app" });
    await scan.getByRole("img", { name: "QR code for the app" }).waitFor();
    const secret = (await scan.locator("code").first().textContent()) ?? "";
    expect(await findings("app")).to.deep.equal([]);
    await scan.getByLabel("Code that the app shows").fill(codeOf(secret));
    await scan.getByRole("button", { name: "Turn it on" }).click();
    const codes = await page.getByRole("textbox", { name: "Recovery codes" }).inputValue();
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByText("recovery codes are left").waitFor();
    expect(await findings("sign-in-settings")).to.deep.equal([]);

    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes.split("\n")[0] ?? "");
    await page.getByRole("button", { name: "Finish signing in" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("link", { name: "Account" }).waitFor();

    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByLabel("Code of your authenticator app").fill("000000");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    // What is halfway stays so when the page is read anew. The code that turned it on has served.
    await page.reload();
    await page.getByLabel("Code of your authenticator app").fill(codeOf(secret, 1));
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Account" }).click();

    // Who has lost the phone proves by a recovery code who they are, too.
    await ageProofs(gateway(), person.userId, 16);
    await page.getByRole("button", { name: "New recovery codes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New recovery codes" }).click();
    const proof = page.getByRole("dialog", { name: "Is it you?" });
    await proof.getByLabel("Code of your authenticator app").waitFor();
    await proof.getByRole("button", { name: "Use a recovery code" }).click();
    await proof.getByLabel("Recovery code").fill(codes.split("\n")[1] ?? "");
    expect(await findings("prove-by-recovery")).to.deep.equal([]);
    await proof.getByRole("button", { name: "It is me" }).click();
    await page.getByRole("dialog", { name: "Your recovery codes" }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });

  it("makes a passkey with what the browser has, and signs in with it", async () => {
    publicUrl = ofLocalhost();
    const person = await newPerson(gateway().url);
    const { page, faults } = await visit("/sign-in");
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const [name = "", value = ""] = person.cookie.split("=");
    await page.context().addCookies([{ name, value, url: ofLocalhost(), httpOnly: true }]);
    await page.goto(`${ofLocalhost()}/account`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Name (needed)").fill("this machine");
    await page.getByRole("dialog").getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("dialog", { name: "Your recovery codes" }).waitFor();
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("list", { name: "Second factors" }).getByText("passkey", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("link", { name: "Account" }).waitFor();
    publicUrl = undefined;
    expect((await faults()).filter((fault) => !fault.startsWith(`it asked ${ofLocalhost()}/`))).to.deep.equal([]);
  });

  it("ends sessions, here and everywhere, and says what acts for it", async () => {
    const person = await newPerson(gateway().url);
    const other = await visitAs(person, "/");
    await other.page.getByRole("button", { name: "Sign out", exact: true }).waitFor();
    const { page, faults, findings } = await visit("/sign-in");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.getByText("this one").waitFor();
    expect(await findings("sessions")).to.deep.equal([]);
    await page.getByRole("button", { name: /^End the session/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End" }).click();
    await page.getByRole("button", { name: /^End the session/ }).waitFor({ state: "detached" });
    expect((await person.session("GET", "/auth/me")).status).to.equal(401);
    for (const place of ["Kubeconfigs", "Applications"]) {
      await page.getByRole("link", { name: place }).click();
      await page.locator("main .empty").waitFor();
    }
    expect(await findings("applications")).to.deep.equal([]);
    await page.getByRole("link", { name: "Sessions" }).click();
    const signOut = async (): Promise<void> => {
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    };
    await page.route("**/auth/logout", (route) =>
      route.fulfill({ status: 400, json: { code: "x", detail: "Not now" } }),
    );
    await signOut();
    await page.getByRole("alert").getByText("Not now").waitFor();
    await page.unroute("**/auth/logout");
    await signOut();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await faults()).to.deep.equal([]);
  });
});
