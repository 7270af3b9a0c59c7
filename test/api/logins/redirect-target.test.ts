import { expect } from "chai";
import fc from "fast-check";
import { ValidationFault } from "../../../api/http/validation-fault.ts";
import { redirectTarget } from "../../../api/logins/redirect-target.ts";

const PUBLIC = "https://berth.example.org/base/";
const ORIGIN = "https://berth.example.org";

const GOOD: readonly (readonly [string, string])[] = [
  ["/", `${ORIGIN}/`],
  ["/clusters?tab=1&x=%2F#top", `${ORIGIN}/clusters?tab=1&x=%2F#top`],
  ["https://berth.example.org/a", `${ORIGIN}/a`],
  ["HTTPS://BERTH.example.org:443/a", `${ORIGIN}/a`],
  ["/@evil.example", `${ORIGIN}/@evil.example`],
  // A path that only looks like an address once it is resolved: the origin before it keeps it ours.
  ["/.//evil.example", `${ORIGIN}//evil.example`],
  ["https://berth.example.org//evil.example", `${ORIGIN}//evil.example`],
];
const BAD = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/a\\b",
  "/\t/evil.example",
  "/\n",
  "/ä",
  "https://evil.example",
  "https://berth.example.org.evil.example/",
  "https://berth.example.org@evil.example/",
  "https://user@berth.example.org/",
  "http://berth.example.org/",
  "https://berth.example.org:444/",
  "https:/evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "relative",
  "?x",
  "",
];

describe("redirectTarget", () => {
  for (const [given, expected] of GOOD)
    it(`takes ${JSON.stringify(given)}`, () => expect(redirectTarget(given, PUBLIC)).to.equal(expected));
  for (const given of BAD)
    it(`refuses ${JSON.stringify(given)}`, () => expect(() => redirectTarget(given, PUBLIC)).to.throw(ValidationFault));

  it("leads nowhere but to the platform, whatever is given", () => {
    const parts = fc.constantFrom(
      "/",
      "\\",
      ".",
      "@",
      ":",
      "evil.example",
      "https:",
      "berth.example.org",
      "\t",
      "%2f",
      "?",
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 8 }), (texts) => {
        let target: string;
        try {
          target = redirectTarget(texts.join(""), PUBLIC);
        } catch {
          return;
        }
        // As a browser reads a Location, wherever it stands.
        expect(new URL(target, "https://elsewhere.example/x").origin).to.equal(ORIGIN);
      }),
    );
  });
});
