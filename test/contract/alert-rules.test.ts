import { expect } from "chai";
import { ALERT_RULE_NAMES, effectiveRules } from "../../contract/alert-rules.ts";

describe("The rules of alerts", () => {
  it("all hold where nobody has set anything", () => {
    const rules = effectiveRules({});
    expect(Object.keys(rules)).to.deep.equal(ALERT_RULE_NAMES);
    expect(Object.values(rules).every(({ enabled }) => enabled)).to.equal(true);
    expect(rules.memory).to.deep.equal({ enabled: true, percent: 90, for_minutes: 5 });
  });

  it("hold as they were set, member by member", () => {
    const rules = effectiveRules({ memory: { enabled: false }, restarts: { count: 9 } });
    expect(rules.memory).to.deep.equal({ enabled: false, percent: 90, for_minutes: 5 });
    expect(rules.restarts).to.deep.equal({ enabled: true, count: 9, within_minutes: 15 });
  });
});
