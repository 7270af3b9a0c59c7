import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect } from "chai";

/** Holds a text to the one that is written down; BERTH_TEST_GOLDEN=write writes it down anew, for a person to read its diff. */
export function assertGolden(path: string, text: string): void {
  if (process.env["BERTH_TEST_GOLDEN"] === "write") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(existsSync(path), `${path} is not there: BERTH_TEST_GOLDEN=write writes it`).to.equal(true);
  expect(text, `${path} says something else; BERTH_TEST_GOLDEN=write writes this`).to.equal(readFileSync(path, "utf8"));
}
