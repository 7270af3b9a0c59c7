import { expect } from "chai";
import { sayWork, workLines, workPlots, type Health } from "../../../console/view/operator-work.ts";

const AT = "2026-01-01T00:00:00.000Z";
const IDLE: Health = {
  state: "current",
  message: null,
  observed_at: AT,
  queues: [{ name: "Deployment", waiting: 0, working: 0, oldest_seconds: 0, observed_at: AT }],
  commits: { waiting: 0, branch_read: true, committed_at: AT },
  projection: { waiting: 0, lag_seconds: 0 },
  recent: [
    { at: AT, waiting: 4, commits_waiting: 2, lag_seconds: 0.5 },
    { at: "2026-01-01T00:00:10.000Z", waiting: 0, commits_waiting: 0, lag_seconds: 0 },
  ],
};

describe("The operator's work, as it is told", () => {
  it("is nothing only where nothing waits anywhere", () => {
    const [queue] = IDLE.queues;
    expect(sayWork(IDLE)).to.match(/^Nothing waits/);
    for (const busy of [
      { ...IDLE, queues: [{ ...queue!, waiting: 1 }] },
      { ...IDLE, commits: { waiting: 1, branch_read: true, committed_at: AT } },
      { ...IDLE, projection: { waiting: 1, lag_seconds: 0.2 } },
    ])
      expect(sayWork(busy)).to.equal("Something waits.");
  });

  it("is a line for each queue, for commits and for what REST shows", () => {
    const [queue] = IDLE.queues;
    const busy: Health = {
      ...IDLE,
      queues: [{ ...queue!, waiting: 12, working: 8, oldest_seconds: 2.5 }],
      commits: { waiting: 3, branch_read: false, committed_at: null },
      projection: { waiting: 1, lag_seconds: 0.25 },
    };
    expect(workLines(busy)).to.deep.equal([
      { title: "Deployment", facts: ["12 waiting, 8 in work", "the oldest for 2.5 s"] },
      {
        title: "Commits",
        facts: ["3 waiting", "the delivery branch was not read yet: nothing is committed"],
      },
      { title: "What REST shows", facts: ["1 not shown yet", "the oldest for 250 ms"] },
    ]);
    expect(workLines({ ...IDLE, queues: [], commits: null, projection: null })).to.deep.equal([]);
  });

  it("is lines over the last minutes", () => {
    const [waiting, delay] = workPlots(IDLE);
    expect(waiting?.lines.map(({ values }) => values)).to.deep.equal([
      [4, 0],
      [2, 0],
    ]);
    expect(waiting?.times).to.deep.equal([Date.parse(AT) / 1_000, Date.parse(AT) / 1_000 + 10]);
    expect([delay?.unit, delay?.lines[0]?.values]).to.deep.equal(["seconds", [0.5, 0]]);
  });
});
