import { expect } from "chai";
import {
  REGISTER_FLOOR_MS,
  TOKEN_SECONDS,
  formatTokenLife,
  isTokenDue,
  parseTokenLife,
} from "../../../operator/delivery/token-life.ts";

const NOW = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

describe("The life of a token", () => {
  for (const hours of [1, 24, 48, 720])
    it(`of ${hours} h is made anew after a third of it`, () => {
      const life = { issuedAtMs: NOW, expiresAtMs: NOW + hours * HOUR_MS };
      const thirdMs = (hours * HOUR_MS) / 3;
      expect([0, thirdMs - 1, thirdMs].map((ms) => isTokenDue(life, NOW + ms))).to.deep.equal([false, false, true]);
    });

  it("that is shorter than the floor is made anew no sooner", () => {
    for (const lifeMs of [0, 60_000, -HOUR_MS]) {
      const life = { issuedAtMs: NOW, expiresAtMs: NOW + lifeMs };
      expect(isTokenDue(life, NOW + REGISTER_FLOOR_MS - 1), String(lifeMs)).to.equal(false);
      expect(isTokenDue(life, NOW + REGISTER_FLOOR_MS), String(lifeMs)).to.equal(true);
    }
  });

  it("that was issued by a clock two hours ahead is not trusted", () => {
    expect(isTokenDue({ issuedAtMs: NOW + 2 * HOUR_MS, expiresAtMs: NOW + HOUR_MS }, NOW)).to.equal(true);
  });

  it("is read as it was written, and from a Secret of an earlier release", () => {
    const life = { issuedAtMs: NOW, expiresAtMs: NOW + HOUR_MS };
    const written = formatTokenLife(life);
    expect(parseTokenLife(written)).to.deep.equal(life);
    const earlier = { "hosting.berth.dev/token-expires-at": new Date(NOW).toISOString() };
    expect(parseTokenLife(earlier)).to.deep.equal({ issuedAtMs: NOW - TOKEN_SECONDS * 1_000, expiresAtMs: NOW });
    expect(parseTokenLife({})).to.equal(undefined);
  });
});
