import { expect } from "chai";
import { CRON_LINE } from "../../contract/cron-pattern.ts";

describe("A schedule", () => {
  it("is a line of five fields, and nothing that only some programs read", () => {
    const line = new RegExp(CRON_LINE);
    for (const good of ["* * * * *", "*/5 0-6 1,15 JAN-MAR MON", "59 23 31 12 6", "0 9-17/2 * * MON-FRI"])
      expect(line.test(good), good).to.equal(true);
    const bad = [
      "",
      "* * * *",
      "* * * * * *",
      "@daily",
      "TZ=UTC * * * * *",
      "CRON_TZ=Europe/Berlin 0 0 * * *",
      "60 * * * *",
      "* 24 * * *",
      "* * 0 * *",
      "* * 32 * *",
      "* * * 13 *",
      "* * * * 7",
      "*/0 * * * *",
      "*/-1 * * * *",
      "1-2-3 * * * *",
      "? * * * ?",
      "L * * * *",
      "* * * * * ; reboot",
      "* * * * *\n* * * * *",
      " * * * * *",
      "*\t* * * *",
      "$(date) * * * *",
      "٣ * * * *",
    ];
    for (const one of bad) expect(line.test(one), JSON.stringify(one)).to.equal(false);
  });
});
