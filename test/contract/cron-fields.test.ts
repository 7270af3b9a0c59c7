import { expect } from "chai";
import { comesEver, cronValues } from "../../contract/cron-fields.ts";

describe("A field of a cron line", () => {
  const read = [
    ["5,50-59/4 * * * *", "minute", [5, 50, 54, 58]],
    // A step after a single number goes on to the end, after a star it begins at the least.
    ["* 20/2 * * *", "hour", [20, 22]],
    ["* * */10 * *", "date", [1, 11, 21, 31]],
    ["* * * */5 *", "month", [1, 6, 11]],
    ["* * * JAN,11-DEC *", "month", [1, 11, 12]],
    ["* * * * SUN,FRI-SAT", "weekday", [0, 5, 6]],
    ["* * * * *", "weekday", [0, 1, 2, 3, 4, 5, 6]],
    ["hourly", "weekday", [0, 1, 2, 3, 4, 5, 6]],
  ] as const;
  for (const [line, name, values] of read)
    it(`names its ${name}s in ${line}`, () => {
      expect(cronValues(line, name)).to.deep.equal(values);
    });
});

describe("A cron line", () => {
  it("comes, or is known not to", () => {
    for (const good of [
      "* * * * *",
      "0 0 29 2 *",
      "0 0 31 1-2 *",
      "0 0 31 2-3 *",
      "0 0 31 2/1 *",
      "0 0 30 2,4 *",
      "0 0 31,29 2 *",
      "0 0 31 2 MON",
      "0 0 31 2 */2",
      "0 0 */31 2 *",
      "0 0 28/2 FEB *",
      "0 0 31 */7 *",
    ])
      expect(comesEver(good), good).to.equal(true);
    for (const bad of [
      "0 0 31 2 *",
      "0 0 31 2 */1",
      "0 0 30 FEB *",
      "0 0 31 4,6,9,NOV *",
      "0 0 31 4/5 *",
      "0 0 30-31 2 *",
      "0 0 30/1 2 *",
      "0 0 31 2 *,MON",
    ])
      expect(comesEver(bad), bad).to.equal(false);
  });
});
