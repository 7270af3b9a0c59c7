import { expect } from "chai";
import { clusterConditions } from "../../../../operator/machines/cluster/conditions.ts";
import {
  decideEachName,
  judgeListener,
  listeningCondition,
  type ListeningView,
} from "../../../../operator/machines/cluster/listening.ts";
import { clusterSignificance } from "../../../../operator/machines/cluster/status.ts";
import { CLUSTER_WELL, clusterIn } from "../../../support/cluster-scene.ts";

type Verdict = Extract<ListeningView, { kind: "seen" }>["verdict"];
const said = (type: string, status: string, reason: string, observedGeneration?: number) => ({
  type,
  status,
  reason,
  ...(observedGeneration !== undefined && { observedGeneration }),
});
type Told = Readonly<{ hasIngress?: boolean; before?: "True" | "False" | "Unknown"; isBeingMade?: boolean }>;
const told = (verdict: Verdict, { hasIngress = true, before, isBeingMade = false }: Told = {}): string => {
  const last = before && ({ type: "GatewayListens", status: before, reason: "Before", message: "" } as const);
  const view = { kind: "seen", told: last, hasIngress, verdict } as const;
  const { status, reason, message } = listeningCondition(view, isBeingMade);
  return `${status} ${reason}: ${message}`;
};
const LACKING = ["absent", "unaddressed", "uncertified", "closed", "unnamed", "silent"] as const;

describe("Whether a cluster's Gateway takes HTTPS", () => {
  it("is what its listener says of the Gateway's newest generation, and nothing else", () => {
    const resolved = said("ResolvedRefs", "True", "ResolvedRefs", 2);
    const uncertified = said("ResolvedRefs", "False", "InvalidCertificateRef", 2);
    const accepted = said("Accepted", "True", "Accepted", 2);
    const closed = said("Programmed", "False", "Invalid", 2);
    for (const [conditions, verdict] of [
      [[accepted, said("Programmed", "True", "Programmed", 2), resolved], "listens"],
      [[uncertified, accepted, closed], "uncertified"],
      [[resolved, accepted, closed], "closed"],
      [[resolved, accepted, said("Programmed", "Unknown", "Pending", 2)], "closed"],
      [[accepted, resolved], "silent"],
      [[], "silent"],
      [[said("Programmed", "True", "Programmed")], "silent"],
      [[accepted, said("Programmed", "True", "Programmed", 1), resolved], "late"],
      [[accepted, said("Programmed", "False", "Invalid", 1), resolved], "late"],
    ] as const)
      expect(judgeListener(conditions, 2), JSON.stringify(conditions)).to.equal(verdict);
  });

  it("is told with what is missing, and with who serves meanwhile", () => {
    expect(told("listens")).to.equal("True Listens: ");
    expect(told("uncertified")).to.equal(
      "False CertificateMissing: The cluster's Gateway waits for its certificate: bring the Secret apps-tls in berth-gateway, or see why cert-manager does not make it; requests come in by ingress-nginx meanwhile.",
    );
    expect(told("absent")).to.match(/^False GatewayMissing: .*BundleApplied .*; requests/);
    expect(told("unaddressed")).to.match(/^False AddressMissing: .*load balancer; requests/);
    expect(told("closed")).to.match(/^False ListenerClosed: .*conditions of its listeners http and https; requests/);
    expect(told("unnamed")).to.match(/^False NamesAwaited: .*ListenerSets .*; requests/);
    expect(told("silent")).to.match(/^False Pending: .*; requests/);
  });

  it("is told of what keeps a Gateway away from an imported cluster, new or not, and what to do about it", () => {
    const held = (kind: "taken" | "missing", isBeingMade: boolean): string => {
      const { status, reason, message } = listeningCondition(
        { kind, what: "3 kinds of a mesh", told: undefined },
        isBeingMade,
      );
      return `${status} ${reason}: ${message}`;
    };
    for (const isBeingMade of [true, false]) {
      expect(held("taken", isBeingMade))
        .to.match(/^False GatewayApiTaken: The cluster has 3 kinds of a mesh: .* over nobody's\. Remove them /)
        .and.to.match(
          /name envoy-gateway in own_components .*, or set routing to ingress; requests come in by Ingress/,
        );
      expect(held("missing", isBeingMade)).to.match(/^False GatewayApiMissing: .* does not serve 3 kinds of a mesh: /);
    }
  });

  it("says what does not answer where nothing else serves, and no more than that", () => {
    const alone = (verdict: Verdict): string => told(verdict, { hasIngress: false });
    for (const verdict of ["absent", "unaddressed"] as const)
      expect(alone(verdict)).to.match(/; nothing answers by HTTPS meanwhile\.$/);
    expect(alone("uncertified"), "own domains have certificates of their own").to.match(
      /; no name of the platform's answers by HTTPS meanwhile\.$/,
    );
    for (const verdict of ["closed", "unnamed", "silent"] as const) expect(alone(verdict)).not.to.contain("answers");
  });

  it("is not known yet of what is being made, and was never told to be at fault", () => {
    for (const verdict of LACKING)
      for (const before of [undefined, "Unknown"] as const) {
        const made = told(verdict, { before, isBeingMade: true, hasIngress: false });
        expect(made).to.match(/^Unknown Preparing: The cluster's Gateway is being made ready: .*\.$/);
        expect(made).not.to.contain("answers");
        expect(told(verdict, { before, hasIngress: false }), "it has had its time").to.match(/^False /);
      }
    expect(told("unaddressed", { isBeingMade: true })).to.match(/no address yet; requests come in by ingress-nginx/);
    expect(told("uncertified", { isBeingMade: true }), "what people are to bring they read at once").to.contain(
      "apps-tls",
    );
    expect(told("listens", { isBeingMade: true })).to.equal("True Listens: ");
    for (const before of ["True", "False"] as const)
      expect(told("closed", { before, isBeingMade: true })).to.match(/^False ListenerClosed/);
  });

  it("is not known as long as its cluster moves, and some minutes more", () => {
    const view = { kind: "seen", told: undefined, hasIngress: false, verdict: "unaddressed" } as const;
    const observed = { ...CLUSTER_WELL, listening: view };
    const statusAt = (phase: "registering" | "running", sinceMs: number, nowMs: number): string | undefined =>
      clusterConditions(clusterIn(phase, { phaseSinceMs: sinceMs }), observed, nowMs).find(
        ({ type }) => type === "GatewayListens",
      )?.status;
    expect(statusAt("registering", 0, 40 * 60_000)).to.equal("Unknown");
    expect(statusAt("running", 0, 5 * 60_000 - 1)).to.equal("Unknown");
    expect(statusAt("running", 0, 5 * 60_000)).to.equal("False");
  });

  it("stays as it was told until somebody has looked, and is told of no cluster that has none", () => {
    const before = { type: "GatewayListens", status: "True", reason: "Listens", message: "" } as const;
    expect(listeningCondition({ kind: "unasked", told: before }, true)).to.deep.equal(before);
    expect(listeningCondition({ kind: "unasked", told: undefined }, false)).to.include({ status: "Unknown" });
    const typesOf = (listening?: ListeningView): string[] =>
      clusterConditions(clusterIn("running"), { ...CLUSTER_WELL, listening }, 0).map(({ type }) => type);
    expect(typesOf()).not.to.include("GatewayListens");
    expect(typesOf({ kind: "seen", told: undefined, hasIngress: true, verdict: "listens" })).to.include(
      "GatewayListens",
    );
  });

  it("is no reason for certificates of each name's own where one for all is there, or is promised, or nobody has looked", () => {
    const rows = [
      // verdict, promised, what it was before, and what it is then
      ["listens", false, true, false],
      ["listens", true, true, false],
      ["uncertified", false, undefined, true],
      ["uncertified", false, false, true],
      ["uncertified", true, undefined, undefined],
      ["uncertified", true, true, true],
      ["unaddressed", false, undefined, true],
      ["absent", false, undefined, true],
      ["absent", true, undefined, undefined],
      ["silent", false, undefined, true],
      ["silent", false, false, false],
      ["unaddressed", true, undefined, undefined],
      ["closed", false, undefined, undefined],
      ["closed", false, false, false],
      ["late", false, true, true],
      [undefined, false, undefined, undefined],
      [undefined, false, false, false],
    ] as const;
    for (const [verdict, isPromised, before, wanted] of rows)
      expect(decideEachName({ before, isPromised, verdict }), JSON.stringify([verdict, isPromised, before])).to.equal(
        wanted,
      );
  });

  it("is news of a cluster that rests", () => {
    const statusWith = (reason: string) => ({
      phase: "running" as const,
      conditions: [
        {
          type: "GatewayListens",
          status: "False" as const,
          reason,
          message: "",
          lastTransitionTime: "2026-11-20T10:00:00Z",
        },
      ],
    });
    const [one, other] = ["CertificateMissing", "ListenerClosed"].map((reason) =>
      JSON.stringify(clusterSignificance(statusWith(reason))),
    );
    expect(one).not.to.equal(other);
  });
});
