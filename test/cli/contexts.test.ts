import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { changeContexts, readContexts, saveContext, type Tokens } from "../../cli/contexts.ts";
import { freshToken } from "../../cli/login/fresh-token.ts";
import { CommandLine } from "./run-cli.ts";

const URL_OF = { staging: "https://staging.example.org", prod: "https://prod.example.org" };
const KEY = "k".repeat(20);

function tokensOf(name: string, turn: number): Tokens {
  return { access: `${name}-a${turn}`, refresh: `${name}-r${turn}`, expiresAtMs: turn };
}

/** Berth's own authorization server, as far as a logout asks it. */
function answer(url: string): Response {
  const { origin, pathname } = new URL(url);
  if (!pathname.includes("well-known")) return Response.json({ email: "ada@example.org" });
  return Response.json({
    issuer: `${origin}/oauth`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    token_endpoint: `${origin}/oauth/token`,
  });
}

describe("The file of contexts", () => {
  let berth: CommandLine;
  let path: string;

  beforeEach(async () => {
    berth = new CommandLine();
    berth.send = ({ url }) => Promise.resolve(answer(url));
    path = join(berth.home, ".config", "berth", "contexts.json");
    await saveContext(path, "staging", { url: URL_OF.staging, tokens: tokensOf("staging", 1) }, true);
    await saveContext(path, "prod", { url: URL_OF.prod, tokens: tokensOf("prod", 1) });
  });
  afterEach(() => berth.close());

  it("keeps what another command renewed while a logout asked its server", async () => {
    const revoked: string[] = [];
    berth.send = async (request) => {
      const renew = (): Promise<Tokens> => Promise.resolve(tokensOf("prod", 2));
      if (request.url.endsWith("/revoke")) {
        revoked.push(new URLSearchParams(await request.text()).get("token") ?? "");
        await freshToken({ configPath: path, context: "prod", renew });
        await berth.ok(["context", "use", "prod"]);
      }
      return answer(request.url);
    };
    expect(await berth.ok(["logout", "staging"])).to.include("signed out of staging");
    expect(revoked).to.deep.equal(["staging-r1"]);
    expect(readContexts(path)).to.deep.equal({
      current: "prod",
      contexts: { prod: { url: URL_OF.prod, tokens: tokensOf("prod", 2) } },
    });
  });

  it("is changed by one command at a time, however long each takes", async () => {
    const begun = Promise.withResolvers<undefined>();
    const renewed = Promise.withResolvers<Tokens>();
    const renew = (): Promise<Tokens> => {
      begun.resolve(undefined);
      return renewed.promise;
    };
    const renewal = freshToken({ configPath: path, context: "prod", renew });
    await begun.promise;
    const others = Promise.all([
      saveContext(path, "test", { url: "https://test.example.org" }),
      changeContexts(path, (now) => ({ ...now, current: "prod" })),
    ]);
    renewed.resolve(tokensOf("prod", 2));
    await Promise.all([renewal, others]);
    const { current, contexts } = readContexts(path);
    expect([current, Object.keys(contexts), contexts["prod"]?.tokens]).to.deep.equal([
      "prod",
      ["staging", "prod", "test"],
      tokensOf("prod", 2),
    ]);
  });

  it("stays as it is where its change fails, and is free again", async () => {
    const before = readContexts(path);
    expect((await berth.run(["context", "use", "nothing"])).code).to.equal(2);
    expect(readContexts(path)).to.deep.equal(before);
    expect(await berth.ok(["context", "use", "prod"])).to.include("prod is the current context");
  });

  // Who takes the lock of a command that is gone has waited for one that is there.
  for (const line of ["context use prod", "login --key https://prod.example.org", "logout staging"])
    it(`is changed under the lock by berth ${line}`, async () => {
      const lock = `${path}.lock`;
      writeFileSync(lock, "");
      utimesSync(lock, 0, 0);
      await berth.ok(line.split(" "), { stdin: KEY });
      writeFileSync(lock, "", { flag: "wx" });
    });
});
