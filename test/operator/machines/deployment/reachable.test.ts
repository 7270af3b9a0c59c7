import { expect } from "chai";
import type { Condition } from "../../../../contract/resources/conditions.ts";
import {
  askAgainAfterMs,
  isServing,
  reachableCondition,
  type AddressAnswer,
  type AddressFacts,
} from "../../../../operator/machines/deployment/reachable.ts";
import { APPLICATION } from "../../../support/delivered.ts";

const URL = "https://shop-1.apps.example.org";
const FACTS: AddressFacts = { url: URL, path: "/healthz", isProbed: true, view: { kind: "unasked" } };
const RUNNING = { phase: "running", unhealthySinceMs: undefined } as const;
const WELL: AddressAnswer = { kind: "answered", status: 200, tookMs: 41.4 };
const LOST: AddressAnswer = { kind: "failed", link: "AddressSilent", detail: "it refuses them", tookMs: 1 };
const LONG_MS = 20_000;

type Told = Readonly<{ conditions?: readonly Condition[]; endpointUrl?: string }>;
const told = (status: Condition["status"], reason: string, generation: number): Told => ({
  endpointUrl: URL,
  conditions: [
    {
      type: "Reachable",
      status,
      reason,
      message: "told before",
      observedGeneration: generation,
      lastTransitionTime: "2026-11-20T10:00:00Z",
    },
  ],
});
const asked = (answer: AddressAnswer, failingMs = 0, more: Partial<AddressFacts> = {}): AddressFacts => ({
  ...FACTS,
  ...more,
  view: { kind: "asked", generation: 2, answer, failingMs },
});
const shown = (
  facts: AddressFacts | undefined,
  before: Told = {},
  state: Parameters<typeof reachableCondition>[1] = RUNNING,
) => {
  const found = reachableCondition(facts, state, before);
  return found && `${found.status} ${found.reason} ${found.generation ?? "-"}`;
};

describe("reachableCondition", () => {
  const links: [string, AddressAnswer, string][] = [
    ["an answer", WELL, "True Answered 2"],
    ["a redirect, which nobody follows", { ...WELL, status: 302 }, "True Answered 2"],
    ["a wish for a login", { ...WELL, status: 401 }, "True Answered 2"],
    ["no route", { ...WELL, status: 404 }, "False RouteMissing 2"],
    ["an application that fails", { ...WELL, status: 503 }, "False ApplicationFails 2"],
    ["a name that nobody knows", { ...LOST, link: "NameUnknown" }, "False NameUnknown 2"],
    ["DNS that is away", { ...LOST, link: "DnsUnavailable" }, "Unknown DnsUnavailable 2"],
    ["a name that leads inside", { ...LOST, link: "AddressRefused" }, "False AddressRefused 2"],
    ["an address where nobody is", LOST, "False AddressSilent 2"],
    ["a certificate that is no good", { ...LOST, link: "TlsInvalid" }, "False TlsInvalid 2"],
    ["no answer", { ...LOST, link: "AnswerMissing" }, "False ApplicationFails 2"],
    ["pods that are simulated", { ...LOST, link: "NodesSimulated" }, "Unknown NodesSimulated 2"],
  ];
  for (const [name, answer, wanted] of links)
    it(`names ${name}`, () => expect(shown(asked(answer, LONG_MS))).to.equal(wanted));

  it("says what was answered, and what to do", () => {
    const message = (answer: AddressAnswer): string | undefined =>
      reachableCondition(asked(answer, LONG_MS), RUNNING, {})?.message;
    expect(message(WELL)).to.equal(`${URL} answered 200 in 41 ms.`);
    expect(message({ ...LOST, link: "NameUnknown" })).to.match(/shop-1\.apps\.example\.org; create its record/);
    const known = { ...asked({ ...LOST, link: "NameUnknown" }, LONG_MS), leadsTo: "203.0.113.7" };
    expect(reachableCondition(known, RUNNING, {})?.message).to.contain(
      "create the A record shop-1.apps.example.org with the value 203.0.113.7",
    );
    expect(message({ ...LOST, link: "TlsInvalid", detail: "it has expired" })).to.match(/: it has expired\.$/);
  });

  it("takes a 404 for the application's own where nobody knows what it should answer", () => {
    expect(shown(asked({ ...WELL, status: 404 }, 0, { isProbed: false }))).to.equal("True Answered 2");
  });

  it("holds to what was told until a failure has lasted", () => {
    const before = told("True", "Answered", 1);
    expect(shown(asked(LOST, LONG_MS - 1), before)).to.equal("True Answered 1");
    expect(shown(asked(LOST, LONG_MS), before)).to.equal("False AddressSilent 2");
    expect(shown(asked(LOST, 0)), "of what was never told nothing is claimed").to.equal("Unknown Asking -");
    expect(shown(asked({ ...LOST, link: "DnsUnavailable" }, 0), before)).to.equal("True Answered 1");
  });

  it("names the change that it was asked for, and tells of that once", () => {
    expect(shown(FACTS, told("True", "Answered", 1)), "a change is on its way").to.equal("True Answered 1");
    expect(shown(asked(WELL), told("True", "Answered", 1))).to.equal("True Answered 2");
    expect(reachableCondition(asked(WELL), RUNNING, told("True", "Answered", 2))?.message).to.equal("told before");
  });

  it("claims nothing where nobody asks, and keeps nothing of another address", () => {
    const before = told("True", "Answered", 2);
    expect(shown(undefined, before)).to.equal(undefined);
    expect(shown({ ...FACTS, view: { kind: "off" } }, before)).to.equal("Unknown NotAsked -");
    expect(shown(FACTS, { ...before, endpointUrl: "https://other.example.org" })).to.equal("Unknown Asking -");
    expect(shown(asked(WELL), before, { ...RUNNING, phase: "stopped" })).to.equal("Unknown Stopped -");
    for (const ill of [{ ...RUNNING, phase: "failed" } as const, { ...RUNNING, unhealthySinceMs: 1 }])
      expect(shown(asked(WELL), before, ill)).to.equal("Unknown NotHealthy -");
    expect(shown(FACTS, told("Unknown", "NotHealthy", 2))).to.equal("Unknown Asking -");
  });
});

describe("The times of asking", () => {
  it("are soon while an address fails, later and later, and minutes apart for good", () => {
    expect([0, 1, 2, 3, 20].map(askAgainAfterMs)).to.deep.equal([300_000, 2_000, 4_000, 8_000, 300_000]);
  });

  it("come once the application serves what was delivered", () => {
    expect(isServing(APPLICATION)).to.equal(true);
    const others = [
      { health: "Progressing" },
      { sync: "OutOfSync" },
      { current: false },
      { compared: false },
      { operationRunning: true },
      { revision: "behind" },
      // Its pods are those of the change before: they would answer for this one.
      { revision: "unknown" },
    ] as const;
    for (const other of others) expect(isServing({ ...APPLICATION, ...other }), JSON.stringify(other)).to.equal(false);
    expect(isServing({ kind: "absent" })).to.equal(false);
  });
});
