import { join } from "node:path";
import { expect } from "chai";
import { ChaosRun, gitAway, tableOf, type Play, type Played } from "../support/chaos/chaos-run.ts";
import { ChaosStage } from "../support/chaos/chaos-stage.ts";
import { lanesOf, type Lane } from "../support/chaos/faults.ts";
import { KNOWN_BUGS } from "../support/chaos/known-bugs.ts";
import { SECRET } from "../support/chaos/ways.ts";
import { dumpFolder, dumpObjects, dumpPostgres, findCanaries } from "../support/find-canaries.ts";
import { seededRandom, testSeed } from "../support/seeded-random.ts";

const CANARY = "canary-chaos-6b1f0e93";
const IS_FULL = process.env["BERTH_CHAOS"] === "full";
/** What is left of the time of `make chaos`; the rest of it goes to start, rest, known bugs and stop. */
const SECONDS = Number(process.env["BERTH_CHAOS_SECONDS"] ?? 1_080);
const AROUND_SECONDS = 480;
const SIZE = IS_FULL
  ? {
      changes: 2_000,
      targets: 32,
      workers: 20,
      pauseMsMax: 2_500,
      writeMsMax: (SECONDS - AROUND_SECONDS) * 1_000,
      restMsMax: 240_000,
    }
  : { changes: 120, targets: 8, workers: 6, pauseMsMax: 800, writeMsMax: 400_000, restMsMax: 600_000 };

/** The short run is part of every test run; the long one is `make chaos`. */
describe("Everything fails at once while changes are made", function () {
  this.timeout((SECONDS + 60) * 1_000);
  let stage: ChaosStage;
  let run: ChaosRun;
  let random: () => number;

  before(async () => {
    const seed = testSeed();
    random = seededRandom(seed + 200);
    stage = await ChaosStage.open();
    const { targets, workers } = SIZE;
    run = new ChaosRun(stage, { seed, targets, workers });
    const made = await stage.berth.call("POST", "/secrets", { name: SECRET, value: CANARY });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
  });
  after(async () => {
    (run as ChaosRun | undefined)?.close();
    await (stage as ChaosStage | undefined)?.close();
  });

  const play = async (what: Omit<Play, "pauseMsMax" | "writeMsMax" | "restMsMax"> & Partial<Play>): Promise<Played> => {
    const { pauseMsMax, writeMsMax, restMsMax } = SIZE;
    return run.play({ pauseMsMax, writeMsMax, restMsMax, ...what });
  };

  it(`loses none of ${SIZE.changes} accepted changes, and everything agrees at rest`, async () => {
    const lanes = lanesOf(stage, random, IS_FULL ? "full" : "short");
    const writeMsMin = IS_FULL ? 120_000 : 20_000;
    const played = await play({ changes: SIZE.changes, lanes, writeMsMin });
    console.log(tableOf(played, run.ledger));
    expect(played.faults.slice(0, 20)).to.deep.equal([]);
    expect(run.ledger.accepted, "accepted changes").to.be.at.least(SIZE.changes);
    const kinds = new Set(lanes.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
    if (IS_FULL) expect([...played.tally.done.keys()]).to.have.members([...kinds]);
    // A fault on a link that nobody uses proves nothing; Postgres, Git and the clusters are the leader's alone.
    const used = Map.groupBy(stage.links, ({ name }) => name.replace(/^operator-[ab]/, "operators"));
    for (const [name, links] of used)
      expect(Math.max(...links.map(({ connections }) => connections)), name).to.be.greaterThan(0);
  });

  it("leaves no secret outside the store", async () => {
    const { connection } = stage.stack;
    const places = [
      { name: "Git's history", text: run.history() },
      ...(await dumpPostgres(connection.postgres_url)),
      ...(await dumpObjects("management", stage.management)),
      ...(await dumpObjects("tenant", stage.tenant)),
      ...dumpFolder(join(stage.homeDir, "logs")),
      ...dumpFolder(join(stage.homeDir, "berth", "logs")),
    ];
    expect(places.length).to.be.greaterThan(100);
    const secrets = {
      "the secret": CANARY,
      "an API key": stage.berth.key,
      "the Git token": connection.git.token,
      "the service token": connection.service_token,
    };
    expect(findCanaries(places, secrets)).to.deep.equal([]);
    const planted = `planted ${CANARY}`;
    expect(findCanaries([{ name: "a place (known bad)", text: planted }], secrets)).to.have.length(1);
  });

  const stormOnTheGateway = (): Lane => {
    const storms = lanesOf(stage, random, "short").flatMap(({ faults }) => faults);
    const faults = storms.filter(({ kind, target }) => kind === "500 storm" && target.startsWith("api "));
    return { name: "storm", faults, lastsMs: [5_000, 5_000] };
  };

  if (IS_FULL)
    it("fails with an operator that believes pushes which failed (known bad)", async () => {
      const bug = "believes-failed-pushes";
      const { faults } = await play({ changes: 15, lanes: [gitAway(stage)], bug, pauseMsMax: 0, restMsMax: 30_000 });
      console.log(`    found: ${faults[0] ?? "nothing"}`);
      expect(faults.filter((fault) => KNOWN_BUGS[bug]!.tells.test(fault))).to.not.deep.equal([]);
    });

  it("fails with a gateway that answers what was refused as if it were done (known bad)", async () => {
    const bug = "answers-what-was-refused";
    const { faults } = await play({
      changes: 12,
      lanes: [stormOnTheGateway()],
      bug,
      ways: ["rest"],
      pauseMsMax: 0,
      writeMsMax: 30_000,
      restMsMax: 0,
    });
    console.log(`    found: ${faults[0] ?? "nothing"}`);
    expect(faults.filter((fault) => KNOWN_BUGS[bug]!.tells.test(fault))).to.not.deep.equal([]);
  });
});
