import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { COMMON_PASSWORDS_FILE, isCommonPassword } from "../../../adapters/passwords/common-passwords.ts";
import { commonPasswordMarks } from "../../../scripts/common-passwords.ts";

describe("common passwords", () => {
  it("are known by their marks, whatever their case", () => {
    for (const password of ["123qweasdzxc", "unbelievable", "UnBelieVable", "1q2w3e4r5t6y", "administrator"])
      expect(isCommonPassword(password), password).to.equal(true);
  });

  it("are also a few characters again and again, and what the account is called", () => {
    for (const password of ["aaaaaaaaaaaaaaa", "abababababababa", "xy7-xy7-xy7-xy7-x"])
      expect(isCommonPassword(password), password).to.equal(true);
    const about = ["Margarethe.Hamilton@example.org", "Margarethe Hamilton"];
    for (const password of ["margarethe.hamilton", "margarethe.hamilton@example.org", "MARGARETHE HAMILTON"])
      expect(isCommonPassword(password, about), password).to.equal(true);
  });

  it("are not any others: nothing is asked of the characters", () => {
    for (const password of ["correct horse battery", "hjklnbvftzuirdcx", "zwölf größere Fische", "2953 0718 4462"])
      expect(isCommonPassword(password, ["ada@example.org", "Ada"]), password).to.equal(false);
  });

  it("are the ten thousand that the script takes from the ranked list", () => {
    const kept = readFileSync(join(import.meta.dirname, "../../..", COMMON_PASSWORDS_FILE), "utf8");
    expect(kept === commonPasswordMarks(), "run node scripts/common-passwords.ts").to.equal(true);
    expect(kept.trim().split("\n")).to.have.length(10_000);
  });
});
