import { expect } from "chai";
import { prefersHtml } from "../../../api/http/prefers-html.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const ROWS: readonly (readonly [string, boolean])[] = [
  [BROWSER, true],
  ["text/html", true],
  ["TEXT/HTML; charset=utf-8", true],
  ["text/*, application/json;q=0.5", true],
  ["text/html;q=0.4, application/json;q=0.5", false],
  ["text/html, application/json", false],
  ["text/html;q=0", false],
  ["text/html;q=x", false],
  ["application/json", false],
  ["*/*", false],
  ["", false],
];

describe("prefersHtml", () => {
  for (const [accept, expected] of ROWS)
    it(`says ${expected} for "${accept}"`, () => expect(prefersHtml(accept)).to.equal(expected));
});
