import { expect } from "chai";
import { hostname } from "../../contract/fields.ts";
import { HOSTNAME_WORDS, hostnameWords, isHostname } from "../../contract/hostname.ts";

const LABEL = "a".repeat(63);
/** 253 characters. */
const LONGEST = `${"a.".repeat(123)}example`;

describe("A host name", () => {
  it("is what DNS has, a name in another script in its ASCII form", () => {
    const good = [
      "shop.example.org",
      "xn--e1afmkfd.xn--p1ai",
      "shop.xn--fiqs8s",
      "shop.xn--vermgensberatung-pwb",
      "xn--bcher-kva.example",
      `${LABEL}.xn--${"a".repeat(59)}`,
      LONGEST,
    ];
    for (const one of good) expect([isHostname(one), hostname.safeParse(one).success], one).to.deep.equal([true, true]);
    const bad = [
      "пример.рф",
      "bücher.example",
      "shop.例",
      "Shop.example.org",
      "shop",
      "shop.xn--",
      "shop.xn--p1ai-",
      `shop.xn--${"a".repeat(60)}`,
      `${LABEL}a.example`,
      "shop.a1",
      "203.0.113.7",
      "shop.example.org.",
      "shop..example",
      "-shop.example",
      "shop.example\n",
      `a${LONGEST}`,
    ];
    for (const one of bad)
      expect([isHostname(one), hostname.safeParse(one).success], one).to.deep.equal([false, false]);
  });

  it("is no wildcard: who proves a name has not proven those below it", () => {
    for (const one of ["*.example.org", "*.xn--p1ai", "shop.*.org", "*"])
      expect([isHostname(one), hostname.safeParse(one).success], one).to.deep.equal([false, false]);
  });

  it("that is refused is told with the one to write, where there is one", () => {
    const written: Readonly<Record<string, string>> = {
      "пример.рф": "xn--e1afmkfd.xn--p1ai",
      "Bücher.Example": "xn--bcher-kva.example",
      "例え。テスト": "xn--r8jz45g.xn--zckzah",
      "Shop.Example.ORG": "shop.example.org",
      "shop.example.org.": "shop.example.org",
      "https://Shop.example.org/": "shop.example.org",
      "аpple.example": "xn--pple-43d.example",
      [LONGEST.toUpperCase()]: LONGEST,
    };
    for (const [given, form] of Object.entries(written))
      expect(hostnameWords(given), given)
        .to.match(/^String should /)
        .and.to.satisfy((told: string) => told.endsWith(`; write ${form}`));
    const without = [
      "*.пример.рф",
      "user@пример.рф",
      "пример.рф:8080",
      "пример.рф/way",
      "пример.рф?q",
      "пример.рф#f",
      "при мер.рф",
      "пример。",
      "1.2.3.4",
      "рф",
      "shop／evil.example",
      // Signs that the ASCII form leaves out: a text that long is nobody's name.
      `shop.example.org${"\u00AD".repeat(300)}`,
      ["Shop.example.org"],
      42,
      undefined,
    ];
    for (const given of without) expect(hostnameWords(given), String(given)).to.equal(HOSTNAME_WORDS);
  });

  it("is not another one that looks like it", () => {
    const latin = "apple.example";
    const cyrillic = "аpple.example";
    expect([hostname.safeParse(latin).success, hostname.safeParse(cyrillic).success]).to.deep.equal([true, false]);
    expect(hostname.parse("xn--pple-43d.example"), "it stays as it is written").to.equal("xn--pple-43d.example");
  });
});
