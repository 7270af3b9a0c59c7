import { expect } from "chai";
import { EVENT_KINDS } from "../../contract/rest/events.ts";
import { CommandLine } from "./run-cli.ts";

describe("berth events --kind", () => {
  const berth = new CommandLine({ BERTH_URL: "https://berth.example", BERTH_API_KEY: "berth_test" });
  const asked: (string | null)[] = [];
  berth.send = ({ url }) => {
    asked.push(new URL(url).searchParams.get("kind"));
    return Promise.resolve(Response.json({ error: { code: "forbidden", message: "No." } }, { status: 403 }));
  };
  after(() => {
    berth.close();
  });

  it("takes every kind whose changes are told", async () => {
    for (const kind of EVENT_KINDS) await berth.run(["events", "-f", "--kind", kind]);
    expect([...new Set(asked)]).to.deep.equal([...EVENT_KINDS]);
  });

  it("refuses another one, and says which there are", async () => {
    const { code, stderr } = await berth.run(["events", "-f", "--kind", "Pod"]);
    expect([code, stderr]).to.satisfy(([ended, said]: [number, string]) => ended === 2 && said.includes("Invitation"));
    expect(asked).to.not.include("Pod");
  });
});
