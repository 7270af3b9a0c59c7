import { createServer, type Server } from "node:http";
import { expect } from "chai";
import express, { type Express } from "express";
import type { Browser } from "playwright-core";
import { serveReference } from "../../../api/reference/serve-reference.ts";
import { openWatchedPage, startBrowser } from "../../support/browser.ts";
import { listen } from "../../support/listen.ts";
import { PUBLISHED_DOCUMENT } from "../../support/published-document.ts";

const DEADLINE_MS = 120_000;

/** In a real browser: `make browser` fetches it. */
describe("The reference page", function () {
  this.timeout(2 * DEADLINE_MS);
  let browser: Browser;
  let server: Server;
  let origin: string;
  const asked: Record<string, unknown>[] = [];

  before(async () => {
    browser = await startBrowser();
    server = createServer(createApp(asked));
    origin = `http://localhost:${await listen(server)}`;
  });
  after(async () => {
    await (browser as Browser | undefined)?.close();
    (server as Server | undefined)?.close().closeAllConnections();
  });

  it("lists operations, shows one with its samples and errors, and tries it as the reader, within its policy", async () => {
    const { page, faults } = await openWatchedPage(browser, origin);
    page.setDefaultTimeout(DEADLINE_MS);
    await page.context().addCookies([{ name: "berth_session", value: "ada", url: origin, httpOnly: true }]);
    await page.goto(`${origin}/docs`);
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    const text = await page.locator("#reference").innerText();
    expect(text).to.contain("curl -sS --fail-with-body -X POST").and.to.contain("email_taken");
    expect(text).to.contain("Sign in with e-mail and password");
    await page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();
    await page.getByRole("button", { name: /^Send/ }).first().click();
    await page.getByText("It is Ada").first().waitFor();
    expect(asked).to.deep.equal([{ path: "/api/v1/auth/register", cookie: "berth_session=ada", origin }]);
    expect(await faults()).to.deep.equal([]);
  });

  it("would be found out (known bad): a style of its own, a script from elsewhere", async () => {
    const { page, faults } = await openWatchedPage(browser, origin);
    await page.goto(`${origin}/bad`);
    await page.getByText("bad").waitFor();
    const found = (await faults()).join("\n");
    expect(found).to.contain("style-src").and.to.contain("script-src");
  });
});

function createApp(asked: Record<string, unknown>[]): Express {
  const app = express();
  app.use(
    serveReference(
      () => Promise.resolve(PUBLISHED_DOCUMENT),
      () => undefined,
    ),
  );
  app.get("/bad", async (request, response) => {
    const page = await fetch(`http://${request.headers.host ?? ""}/docs`);
    response.setHeader("Content-Security-Policy", page.headers.get("content-security-policy") ?? "");
    response.type("html").send('<p style="color: red">bad</p><script src="http://127.0.0.1:1/x.js"></script>');
  });
  app.post("/api/v1/auth/register", ({ path, headers: { cookie, origin } }, response) => {
    asked.push({ path, cookie, origin });
    response.json({ said: "It is Ada" });
  });
  return app;
}
