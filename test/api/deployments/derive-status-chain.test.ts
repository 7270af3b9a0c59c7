import { expect } from "chai";
import { deriveStatusChain, type Seen } from "../../../api/deployments/derive-status-chain.ts";

const NOW = Date.UTC(2026, 0, 1, 12);
const at = (secondsAgo: number): string => new Date(NOW - secondsAgo * 1000).toISOString();

type Given = Readonly<
  Record<string, readonly [status: "True" | "False" | "Unknown", reason: string, message?: string]>
>;
const DONE: Given = {
  Accepted: ["True", "Accepted", "request-1"],
  Rendered: ["True", "Rendered", "hash"],
  Committed: ["True", "Pushed", "commit"],
  Synced: ["True", "Synced", "revision"],
  Healthy: ["True", "Healthy"],
};

type Other = Partial<Seen> & { status?: string; secondsAgo?: number; endpointUrl?: string };

function chain(given: Given, other: Other = {}) {
  const conditions = Object.entries(given).map(([type, [status, reason, message = ""]]) => ({
    type,
    status,
    reason,
    message,
    observed_generation: 2,
    last_transition_time: at(20),
  }));
  const shared = { id: "i", status: other.status ?? "running", git_path: "p" };
  const body = { ...shared, conditions, endpoint_url: other.endpointUrl ?? null } as unknown as Seen["body"];
  return deriveStatusChain({ body, generation: 2, observedAt: new Date(at(other.secondsAgo ?? 1)), ...other }, NOW);
}

const shown = (...given: Parameters<typeof chain>): string =>
  chain(...given)
    .steps.map(({ state, reason }) => (state === "failed" ? `${state}:${reason ?? ""}` : state))
    .join(" ");

describe("the status chain", () => {
  const rows: [string, Given, string][] = [
    ["all is done", {}, "done done done done done"],
    ["the operator has not seen it", { Accepted: ["False", "x"] }, "failed:x waiting waiting waiting waiting"],
    ["it is being pushed", { Committed: ["False", "Committing"] }, "done done running waiting waiting"],
    ["Git is away", { Committed: ["False", "GitUnavailable"] }, "done done failed:GitUnavailable waiting waiting"],
    ["it syncs, though the old pods are healthy", { Synced: ["False", "Syncing"] }, "done done done running waiting"],
    ["the sync failed", { Synced: ["False", "SyncFailed", "why"] }, "done done done failed:SyncFailed waiting"],
    ["pods come up", { Healthy: ["False", "Progressing"] }, "done done done done running"],
    ["pods break", { Healthy: ["False", "Degraded"] }, "done done done done failed:Degraded"],
    [
      "a secret is missing",
      { Committed: ["False", "Committing"], Stalled: ["True", "SecretMissing", "no secret"] },
      "done done failed:SecretMissing waiting waiting",
    ],
    ["values are refused", { Rendered: ["False", "RenderFailed"] }, "done failed:RenderFailed waiting waiting waiting"],
  ];
  for (const [name, given, expected] of rows)
    it(`says when ${name}`, () => expect(shown({ ...DONE, ...given })).to.equal(expected));

  it("names request, content, commit and revision of what is done, and of nothing else", () => {
    const facts = ["request_id", "content_hash", "commit", "synced_revision"] as const;
    const known = chain(DONE);
    expect(facts.map((fact) => known[fact])).to.deep.equal(["request-1", "hash", "commit", "revision"]);
    const syncing = chain({ ...DONE, Synced: ["False", "Syncing", "half way"] });
    expect(syncing.synced_revision).to.equal(null);
  });

  it("takes nothing that is known of an older generation for news", () => {
    const older = chain(DONE, { generation: 3 });
    expect(older.steps.map(({ state }) => state).join(" ")).to.equal("running waiting waiting waiting waiting");
    expect([older.generation, older.commit]).to.deep.equal([3, null]);
  });

  it("tells beside it whether the public address answers, of whichever change", () => {
    const reached = (given: Given, other: Parameters<typeof chain>[1] = {}) =>
      chain({ ...DONE, ...given }, { endpointUrl: "https://shop.example.org", ...other }).reachable;
    expect(chain(DONE).reachable, "none without an address").to.equal(null);
    const known = { url: "https://shop.example.org", generation: 2, since: at(20), message: "told" };
    const yes = { ...known, state: "yes", reason: "Answered" };
    expect(reached({ Reachable: ["True", "Answered", "told"] })).to.deep.equal(yes);
    expect(reached({ Reachable: ["True", "Answered", "told"] }, { generation: 3 })).to.deep.equal(yes);
    expect(reached({ Reachable: ["False", "TlsInvalid", "told"] })?.state).to.equal("no");
    expect(reached({ Reachable: ["Unknown", "Asking"] })).to.include({ state: "unknown", message: null });
    expect(reached({ Reachable: ["True", "Answered"] }, { secondsAgo: 301 })?.state).to.equal("unknown");
  });

  it("is unknown once nothing was observed for five minutes", () => {
    expect(shown(DONE, { secondsAgo: 299 })).to.equal("done done done done done");
    expect(shown(DONE, { secondsAgo: 300 })).to.equal("unknown unknown unknown unknown unknown");
    expect(shown(DONE, { observedAt: null })).to.match(/^unknown/);
  });

  it("says when it is tried again, and not where nobody tries", () => {
    const refused = chain({ ...DONE, Committed: ["False", "GitRefused"] });
    expect(refused.steps[2]?.next_retry_at).to.equal(at(-10));
    const failed = chain({ ...DONE, Synced: ["False", "SyncFailed"] });
    expect(failed.steps[3]?.next_retry_at).to.equal(null);
  });

  it("waits altogether while the deployment is being deleted", () => {
    expect(shown(DONE, { status: "deleting" })).to.equal("waiting waiting waiting waiting waiting");
  });
});
