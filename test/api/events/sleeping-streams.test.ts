import { expect } from "chai";
import type { MemberRecord } from "../../../adapters/postgres/identity/principal.ts";
import type { Change } from "../../../adapters/postgres/resources/change-feed.ts";
import { EventHub } from "../../../api/events/event-hub.ts";
import { eventTexts, type EventClient } from "../../../api/events/event-stream.ts";
import { STRICTEST, toUser } from "../../../api/http/authenticate.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";

const A = "00000000-0000-4000-8000-00000000000a";
const B = "00000000-0000-4000-8000-00000000000b";
const RECHECK_MS = 1_000;

function recordOf(userId: string, organizationId: string): MemberRecord {
  const membership = { organizationId, role: "member", slug: "team", isPersonal: false };
  return {
    via: "api_key",
    credentialId: `key-of-${userId}`,
    userId,
    isPlatformAdmin: false,
    scopes: null,
    limitOrganizationId: null,
    activeOrganizationId: null,
    impersonatorId: null,
    provenAgeMs: null,
    hasSecondFactor: false,
    isUseStale: false,
    isVerified: true,
    application: null,
    memberships: [{ ...membership, execEnabled: true, alertsEnabled: true }],
  };
}

/** A hub over a feed of the test's own, with streams that write down what they send and whom they ask for. */
class Scene {
  readonly clock: FakeClock = createFakeClock();
  readonly asked: string[] = [];
  readonly sent = new Map<string, string[]>();
  readonly hub: EventHub;
  #tell: (change: Change) => void = () => undefined;
  #revoke: (whom: string | undefined) => void = () => undefined;
  #seq = 0n;

  constructor(ringEvents = 2_000) {
    this.hub = new EventHub({
      feed: {
        cursor: 0n,
        subscribe: (listener) => {
          this.#tell = listener;
          return () => true;
        },
        subscribeRevocations: (listener) => (this.#revoke = listener),
      },
      tell: (changes) =>
        Promise.resolve({
          events: changes.map((change) => ({ change, data: `${change.seq}` })),
          count: changes.length,
        }),
      log: createCapturedLogger().logger,
      clock: this.clock,
      limits: { ringEvents },
    });
  }

  /** Opens a stream; `newest` is what Postgres had when it was opened, where the feed has not told of that yet. */
  async open(userId: string, organizationId: string, newest = this.#seq): Promise<void> {
    this.hub.open(userId);
    const record = recordOf(userId, organizationId);
    const client: EventClient = {
      hub: this.hub,
      // What is in the ring is not read.
      pool: { query: () => Promise.reject(new Error("Postgres was asked")) } as never,
      reads: {
        askWho: () => {
          this.asked.push(userId);
          return Promise.resolve(record);
        },
      },
      user: toUser(record, STRICTEST),
      proof: { kind: "credential", credential: { via: "api_key", hash: Buffer.from(userId) } },
      filter: {},
      signal: new AbortController().signal,
    };
    const sent: string[] = [];
    this.sent.set(userId, sent);
    this.#follow(client, sent, newest).catch((error: unknown) => sent.push(String(error)));
    await this.clock.advance(0);
  }

  async #follow(client: EventClient, sent: string[], newest: bigint): Promise<void> {
    for await (const text of eventTexts(client, { cursor: this.#seq, isLost: false, newest })) sent.push(text);
  }

  async change(organizationId: string): Promise<void> {
    this.#seq += 1n;
    const change = { seq: this.#seq, kind: "Cluster", resourceId: "one", type: "updated", at: new Date(0) };
    this.#tell({ ...change, organizationId });
    await this.clock.advance(0);
  }

  async revoke(whom?: string): Promise<void> {
    this.#revoke(whom);
    await this.clock.advance(100);
  }

  /** Takes the numbers of the changes that a stream has told. */
  told(userId: string): string[] {
    return this.sent
      .get(userId)!
      .flatMap((text) => [...text.matchAll(/event: change\ndata: (.*)/g)].map(([, n]) => n!));
  }
}

describe("streams of events that have nothing to send", () => {
  it("are woken by what they may read alone: nobody else's caller is asked for", async () => {
    const scene = new Scene();
    await scene.open("ann", A);
    await scene.open("bob", B);
    await scene.clock.advance(RECHECK_MS);
    await scene.change(A);
    expect(scene.asked).to.deep.equal(["ann"]);
    expect([scene.told("ann"), scene.told("bob")]).to.deep.equal([["1"], []]);
    await scene.clock.advance(RECHECK_MS);
    await scene.change(B);
    expect(scene.asked).to.deep.equal(["ann", "bob"]);
    expect(scene.told("bob")).to.deep.equal(["2"]);
  });

  it("have passed over what is not theirs, however much of it went through the ring", async () => {
    const scene = new Scene(2);
    await scene.open("ann", A);
    await scene.open("bob", B);
    for (let count = 0; count < 10; count += 1) await scene.change(A);
    await scene.change(B);
    expect([scene.told("bob"), scene.told("ann")]).to.deep.equal([
      ["11"],
      Array.from({ length: 10 }, (_, n) => `${n + 1}`),
    ]);
    await scene.change(A);
    await scene.clock.advance(15_000);
    expect(scene.sent.get("bob")!.at(-1)).to.equal(": heartbeat\nid: 12\n\n");
  });

  it("say that they are current at once, also where what they waited for was not theirs", async () => {
    const scene = new Scene();
    await scene.open("bob", B, 2n);
    await scene.change(A);
    expect(scene.sent.get("bob")!.join("")).not.to.contain("event: current");
    await scene.change(A);
    expect(scene.sent.get("bob")!.at(-1)).to.equal("id: 2\nevent: current\ndata: {}\n\n");
  });

  it("ask for their caller at once where a right was taken that may be theirs", async () => {
    const scene = new Scene();
    await scene.open("ann", A);
    await scene.open("bob", B);
    await scene.revoke("user:ann");
    await scene.revoke(`organization:${B}`);
    await scene.revoke("key:key-of-ann");
    await scene.revoke("session:somebody-else");
    expect(scene.asked).to.deep.equal(["ann", "bob", "ann"]);
    await scene.revoke();
    expect(scene.asked.slice(3)).to.have.members(["ann", "bob"]);
    // What was another's is not made up for later.
    await scene.change(A);
    await scene.change(B);
    expect(scene.asked).to.have.length(5);
  });

  it("share a timer where they are due together", async () => {
    const scene = new Scene();
    for (const name of ["ann", "bob", "cem"]) {
      await scene.open(name, A);
      await scene.clock.advance(10);
    }
    // The first is due at the end of a quarter of a second, the others in the next.
    expect(scene.clock.pending()).to.equal(2);
    await scene.clock.advance(15_250);
    expect(scene.asked).to.have.members(["ann", "bob", "cem"]);
  });
});
