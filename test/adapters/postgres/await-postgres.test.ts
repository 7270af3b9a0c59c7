import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { awaitPostgres } from "../../../adapters/postgres/await-postgres.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-ports.ts";
import { leadPort } from "../../support/lead-port.ts";
import { sharedPostgres } from "../../support/postgres.ts";

const SCRIPT = fileURLToPath(new URL("../../../adapters/postgres/migrate.ts", import.meta.url));

describe("a Postgres that is waited for", function () {
  this.timeout(300_000);

  it("is named by the migration until it is there, which then goes on", async () => {
    const target = new URL(await (await sharedPostgres()).createEmptyDatabase());
    const port = await freePort();
    const url = new URL(target);
    url.host = `127.0.0.1:${port}`;
    url.password = "canary";
    const child = spawn(process.execPath, [SCRIPT], { env: { ...process.env, BERTH_POSTGRES_URL: url.href } });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const printed = text(child.stdout);
    const exited = once(child, "exit");
    const words = `Postgres at 127.0.0.1:${port} does not answer: connect ECONNREFUSED 127.0.0.1:${port}`;
    await eventually(() => expect(said).to.contain(words));
    const server = await leadPort({ address: "127.0.0.1", port }, target);
    try {
      expect(await exited, said).to.deep.equal([0, null]);
      expect(await printed).to.match(/^Applied /);
      expect(said).to.not.contain("canary").and.to.not.contain("    at ");
    } finally {
      server.close();
    }
  });

  it("is told of once for each reason, and given up in time", async () => {
    const told: string[] = [];
    const url = `postgres://berth:canary@127.0.0.1:${await freePort()}/berth`;
    const waiting = { patienceMs: 200, pauseMs: 10, tell: (line: string) => told.push(line) };
    const fault = await awaitPostgres(url, waiting).catch(String);
    expect(told).to.have.length(1);
    expect(fault).to.equal(`Error: ${told[0] ?? ""}`);
  });

  it("is not waited for where it refuses: it names its address, and no password", async () => {
    const url = new URL((await sharedPostgres()).url);
    url.username = "nobody";
    url.password = "canary";
    const tell = (line: string): void => expect.fail(line);
    const fault = await awaitPostgres(url.href, { patienceMs: 60_000, pauseMs: 10, tell }).catch(String);
    expect(fault).to.match(/^Error: Postgres at \S+:\d+ does not answer: .*nobody/);
    expect(fault).to.not.contain("canary");
  });
});
