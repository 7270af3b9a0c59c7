import { expect } from "chai";
import {
  askIssuerAfterMs,
  hasCome,
  isToReplace,
  sayWish,
  type IssuerWish,
  type Wished,
} from "../../../../operator/machines/deployment/issuer-wish.ts";

const NOW_MS = Date.parse("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** As Let's Encrypt and Pebble answer of one that was revoked. */
const REVOKED: IssuerWish = { serial: "01", startMs: NOW_MS - HOUR_MS, endMs: NOW_MS - HOUR_MS + 1_000, share: 0.4 };
/** Sixty days are left until its own end, thirty until cert-manager's own turn. */
const HELD = { serial: "01", renewalMs: NOW_MS + 30 * DAY_MS, notAfterMs: NOW_MS + 60 * DAY_MS };
const before = (agoMs: number): Wished => ({ serial: "00", at: new Date(NOW_MS - agoMs).toISOString() });

describe("What an issuer wishes of a certificate", () => {
  it("comes at one moment of its window, which the certificate draws", () => {
    const wish = { ...REVOKED, startMs: 1_000, endMs: 2_000 };
    for (const [share, atMs] of [
      [0, 1_000],
      [0.25, 1_250],
      [0.999, 1_999],
    ] as const) {
      expect(hasCome({ ...wish, share }, atMs - 1), String(share)).to.equal(false);
      expect(hasCome({ ...wish, share }, atMs), String(share)).to.equal(true);
    }
    expect(hasCome(undefined, NOW_MS)).to.equal(false);
  });

  const cases: [string, boolean, IssuerWish | undefined, Partial<typeof HELD>, Wished?][] = [
    ["of one that was revoked is followed", true, REVOKED, {}],
    ["nobody knows is none", false, undefined, {}],
    ["of another one is none of this", false, { ...REVOKED, serial: "00" }, {}],
    ["is of the future waits", false, { ...REVOKED, endMs: NOW_MS + DAY_MS, share: 0.9 }, {}],
    ["is of the future comes within its window", true, { ...REVOKED, endMs: NOW_MS + DAY_MS, share: 0.01 }, {}],
    ["is of the far past is followed", true, { ...REVOKED, startMs: 0, endMs: 1 }, {}],
    ["is of the far future is cert-manager's", false, { ...REVOKED, startMs: 0, endMs: 8.64e15, share: 0 }, {}],
    ["ends with cert-manager's own turn is met by it", false, REVOKED, { renewalMs: REVOKED.endMs }],
    ["ends before cert-manager's own turn is not", true, REVOKED, { renewalMs: REVOKED.endMs + 1 }],
    ["comes where cert-manager is at it by itself is met by it", false, REVOKED, { renewalMs: NOW_MS - DAY_MS }],
    ["comes where only the end is known is followed", true, REVOKED, { renewalMs: undefined }],
    ["comes where nothing is known is not", false, REVOKED, { renewalMs: undefined, notAfterMs: undefined }],
    ["comes once more within two days waits", false, REVOKED, {}, before(48 * HOUR_MS - 1)],
    ["comes once more after two days is followed", true, REVOKED, {}, before(48 * HOUR_MS)],
    ["comes after one of a clock that was ahead waits", false, REVOKED, {}, before(-DAY_MS)],
  ];
  for (const [what, is, wish, held, wished] of cases)
    it(`that ${what}`, () => {
      expect(isToReplace(wish, { ...HELD, ...held } as typeof HELD, wished, NOW_MS)).to.equal(is);
    });

  it("is said in one sentence, where it was the issuer that asked", () => {
    const wished = { serial: "01", at: "2026-11-20T10:00:00Z" };
    expect(sayWish({ replaces: "01", wished })).to.match(/^Its issuer wished the certificate 01 replaced [^.]*\.$/);
    const explained = { ...wished, explanationUrl: "https://ca.example.org/why" };
    expect(sayWish({ replaces: "01", wished: explained })).to.match(/says why at https:\/\/ca\.example\.org\/why\.$/);
    expect(sayWish({ replaces: "02", wished })).to.equal("");
    expect(sayWish({ replaces: "02" })).to.equal("");
  });

  it("is asked for again after hours, whatever the issuer says", () => {
    expect([undefined, 0, 60_000, 2 * HOUR_MS, 30 * DAY_MS].map(askIssuerAfterMs)).to.deep.equal(
      [6, 1, 1, 2, 24].map((hours) => hours * HOUR_MS),
    );
  });
});
