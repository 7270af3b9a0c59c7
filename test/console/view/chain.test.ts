import { expect } from "chai";
import { chainOf, chainSentence } from "../../../console/view/chain.ts";

type Told = Parameters<typeof chainOf>[0];
type Step = Told["steps"][number];
const at = (second: number): string => new Date(Date.UTC(2026, 10, 23, 9, 0, second)).toISOString();
const step = (
  name: Step["step"],
  state: Step["state"],
  second: number | null,
  message: string | null = null,
): Step => ({
  step: name,
  state,
  since: second === null ? null : at(second),
  reason: null,
  message,
  next_retry_at: null,
});
const told = (...steps: Step[]): Told => ({
  id: "1",
  status: "running",
  generation: 3,
  request_id: "r-1",
  content_hash: "h",
  commit: "0123456789abcdef",
  git_path: null,
  synced_revision: null,
  reachable: null,
  steps,
  observed_at: at(9),
});

describe("The chain of a deployment's newest change", () => {
  it("begins with the request, tells how long each step took, and names the commit", () => {
    const links = chainOf(
      told(step("accepted", "done", 0), step("committed", "done", 2), step("synced", "running", 5)),
    );
    expect(links.map(({ name, state, took, made }) => [name, state, took, made])).to.deep.equal([
      ["requested", "done", null, "r-1"],
      ["accepted", "done", null, null],
      ["committed", "done", "2.0 s", "0123456789"],
      ["synced", "running", null, null],
    ]);
    expect(chainSentence(links)).to.equal("On its way: not yet synced.");
  });

  it("does not tell a time for what was so before this change", () => {
    const links = chainOf(told(step("synced", "done", 5), step("healthy", "done", 1)));
    expect(links.at(-1)?.took).to.equal(null);
    expect(chainSentence(links)).to.equal("The newest change is in place.");
  });

  it("says where it stopped, with what helps, and what nobody has seen", () => {
    const failed = chainOf(told(step("healthy", "failed", 1, "No such image.")));
    expect([chainSentence(failed), failed.at(-1)?.message]).to.deep.equal([
      "It stopped before it was healthy.",
      "No such image.",
    ]);
    expect(chainSentence(chainOf(told(step("accepted", "unknown", null))))).to.contain("five minutes");
  });

  it("ends with whether its public address answers, where it has one", () => {
    const reachable = {
      url: "https://shop.example.org",
      state: "no",
      generation: 3,
      since: at(7),
      reason: "X",
      message: "No answer.",
    } as const;
    const done = told(step("healthy", "done", 5));
    const links = chainOf({ ...done, reachable });
    expect(links.at(-1)).to.include({ name: "reachable", state: "failed", message: "No answer." });
    expect(chainSentence(links)).to.equal("It stopped before it was reachable.");
    const unseen = chainOf({ ...done, reachable: { ...reachable, state: "unknown" } });
    expect(chainSentence(unseen)).to.equal("The newest change is in place.");
  });
});
