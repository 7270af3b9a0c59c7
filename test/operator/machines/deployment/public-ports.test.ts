import { expect } from "chai";
import {
  decidePublicPorts,
  type PortsDecision,
  type PortsTold,
  type PortsView,
} from "../../../../operator/machines/deployment/public-ports.ts";
import type { RouteView } from "../../../../operator/machines/deployment/domain-route.ts";

const NOW_MS = Date.parse("2026-11-20T10:00:00Z");
const EARLIER = "2026-11-01T10:00:00.000Z";
const TAKEN = { kind: "found", verdict: "taken" } as const;
const OWN = { port: 5432, publicPort: 5432, claimedAt: EARLIER };
const view: PortsView = {
  wanted: [
    { port: 5432, publicPort: 5432 },
    { port: 25, publicPort: 2525 },
  ],
  hasGateway: true,
  taken: {},
  seen: { kind: "unasked" },
};
const decide = (changes: Partial<PortsView>, before: Partial<PortsTold> = {}): PortsDecision =>
  decidePublicPorts({ ...view, ...changes }, { memory: [], condition: undefined, ...before }, NOW_MS);
const numbers = ({ memory }: PortsDecision): number[] => memory.map(({ publicPort }) => publicPort);
const said = ({ condition }: PortsDecision): string => `${condition.status}/${condition.reason}`;
const looked = (first: RouteView, second: RouteView, address?: string): PortsView["seen"] => ({
  kind: "looked",
  address,
  routes: [
    { publicPort: 5432, route: first },
    { publicPort: 2525, route: second },
  ],
});

describe("decidePublicPorts", () => {
  it("gives a deployment the numbers that nobody else has, and keeps since when", () => {
    const decision = decide({}, { memory: [OWN] });
    expect(decision.memory.map(({ publicPort, claimedAt }) => [publicPort, claimedAt])).to.deep.equal([
      [5432, EARLIER],
      [2525, "2026-11-20T10:00:00.000Z"],
    ]);
    expect([said(decision), decision.recheckMs]).to.deep.equal(["Unknown/Looking", 10_000]);
  });

  it("does without a number that is another's, and says whose it is and what helps", () => {
    const decision = decide({ taken: { 2525: "mail" } }, { memory: [OWN] });
    expect([numbers(decision), said(decision), decision.recheckMs]).to.deep.equal([[5432], "False/PortTaken", 10_000]);
    expect(decision.condition.message).to.equal(
      "On this cluster 2525 is mail's: choose another number, or take it away there.",
    );
  });

  it("lets go what is another's by now, and what is not asked for any more", () => {
    expect(numbers(decide({ taken: { 5432: "older" } }, { memory: [OWN] }))).to.deep.equal([2525]);
    expect(numbers(decide({ wanted: [{ port: 25, publicPort: 2525 }] }, { memory: [OWN] }))).to.deep.equal([2525]);
  });

  it("moves a number to another port of the pods without giving it up", () => {
    const [moved] = decide({ wanted: [{ port: 6432, publicPort: 5432 }] }, { memory: [OWN] }).memory;
    expect([moved?.port, moved?.claimedAt]).to.deep.equal([6432, EARLIER]);
  });

  it("takes no number where there is no Gateway for it, and keeps what it had, without its address", () => {
    const known = { ...OWN, address: "203.0.113.7:5432" };
    const decision = decide({ hasGateway: false }, { memory: [known] });
    expect(decision.memory).to.deep.equal([{ ...OWN, address: undefined }]);
    expect(said(decision)).to.equal("False/GatewayMissing");
    expect(decision.condition.message).to.contain("routing is gateway or both");
    expect(decide({ hasGateway: undefined }, { memory: [known] }).memory).to.deep.equal([known]);
    expect(said(decide({ hasGateway: true }, { memory: [known], condition: decision.condition }))).to.equal(
      "Unknown/Looking",
    );
  });

  it("tells where its ports answer, and looks at them less often then", () => {
    const decision = decide({ seen: looked(TAKEN, TAKEN, "203.0.113.7") });
    expect([said(decision), decision.condition.message, decision.recheckMs]).to.deep.equal([
      "True/Public",
      "203.0.113.7:5432, 203.0.113.7:2525",
      300_000,
    ]);
    const [address] = decide({ seen: looked(TAKEN, TAKEN, "2001:db8::7") }).memory;
    expect(address?.address).to.equal("[2001:db8::7]:5432");
    const kept = decide({ seen: { kind: "unreachable" } }, { memory: decision.memory });
    expect([kept.memory, said(kept)]).to.deep.equal([decision.memory, "Unknown/ClusterUnreachable"]);
  });

  const waiting = { kind: "found", verdict: "waiting" } as const;
  const refused = { kind: "found", verdict: "refused", reason: "PortUnavailable" } as const;
  const told: readonly [RouteView, RouteView, string, string][] = [
    [TAKEN, { kind: "absent" }, "False/RouteMissing", "2525"],
    [TAKEN, waiting, "False/Pending", "2525"],
    [waiting, refused, "False/PortUnavailable", "2525"],
    [{ kind: "absent" }, waiting, "False/RouteMissing", "5432"],
    [waiting, waiting, "False/Pending", "5432, 2525"],
  ];
  for (const [first, second, wanted, of] of told)
    it(`says ${wanted} of ${of} alone`, () => {
      const decision = decide({ seen: looked(first, second) });
      expect([said(decision), decision.condition.message.endsWith(` ${of}.`)]).to.deep.equal([wanted, true]);
    });

  it("lets stand what was told until somebody has looked, as after a restart", () => {
    const before = decide({ seen: looked(TAKEN, waiting, "203.0.113.7") });
    const { memory, condition } = before;
    expect(decide({ seen: { kind: "unasked" } }, { memory, condition })).to.deep.equal(before);
    const other = decide({ taken: { 2525: "mail" } });
    expect(said(decide({}, { memory, condition: other.condition })), "what is not so any more").to.equal(
      "Unknown/Looking",
    );
  });
});
