import { join } from "node:path";
import { expect } from "chai";
import { changeContexts } from "../../cli/contexts.ts";
import { CommandLine } from "./run-cli.ts";

const KEY = "k".repeat(20);

describe("Completion", () => {
  const asked: URL[] = [];
  let berth: CommandLine;

  beforeEach(async () => {
    asked.length = 0;
    berth = new CommandLine();
    await changeContexts(join(berth.home, ".config", "berth", "contexts.json"), () => ({
      current: "staging",
      contexts: {
        staging: { url: "https://staging.example.org", key: KEY },
        prod: { url: "https://prod.example.org", key: KEY },
      },
    }));
    berth.send = (request) => {
      const url = new URL(request.url);
      asked.push(url);
      if (url.pathname.endsWith("/auth/me"))
        return Promise.resolve(
          Response.json({ organizations: [{ id: "id-of-acme", slug: "acme" }], active_organization_id: "other" }),
        );
      const [place] = url.hostname.split(".");
      const items = [{ name: `shop-of-${place}` }];
      return Promise.resolve(
        Response.json({ deployments: items, clusters: items, databases: items, next_cursor: null }),
      );
    };
  });
  afterEach(() => berth.close());

  const complete = async (line: string): Promise<string[]> => {
    const text = await berth.ok(["__complete", "--", ...line.split(" ")]);
    return text.split("\n").filter((one) => one !== "");
  };

  it("asks the platform that the line names, as the command itself will", async () => {
    expect(await complete("delete sh")).to.deep.equal(["shop-of-staging"]);
    for (const line of [
      "--context prod delete sh",
      "--context=prod delete sh",
      // As bash parts words.
      "--context = prod delete sh",
      "delete --context prod sh",
      "deploy x --context prod --cluster sh",
      "deploy --cluster-wide-rights=true --context=prod sh",
    ])
      expect(await complete(line), line).to.deep.equal(["shop-of-prod"]);
    expect(await complete("--context nowhere delete sh")).to.deep.equal([]);
    expect(await complete("--context p")).to.deep.equal(["prod"]);
  });

  it("asks for what belongs to the organization that the line names", async () => {
    for (const line of ["delete sh", "clusters show sh", "db show sh"]) {
      expect(await complete(`--organization acme ${line}`), line).to.deep.equal(["shop-of-staging"]);
      expect(asked.at(-1)?.searchParams.get("organization_id"), line).to.equal("id-of-acme");
    }
    asked.length = 0;
    expect(await complete("--organization nobody delete sh")).to.deep.equal([]);
    expect(asked.map(({ pathname }) => pathname)).to.deep.equal(["/api/v1/auth/me"]);
  });
});
