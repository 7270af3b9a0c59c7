import { expect } from "chai";
import { DEPLOYMENTS, STATUS, type Told } from "../../cli/deploy/status-view.ts";

const told = (members: object): Told =>
  ({
    name: "a",
    replicas: 2,
    ready_replicas: 1,
    public_ports: [],
    chain: { steps: [] },
    ...members,
  }) as unknown as Told;
const ready = (one: Told): unknown => DEPLOYMENTS.columns.find(({ title }) => title === "READY")?.of(one);
const namesOf = (one: Told): string[] => STATUS.fields(one).map(([name]) => name);

describe("How deployments are shown in a terminal", () => {
  it("counts pods of what serves, and none of what comes for a run and goes", () => {
    expect(ready(told({ app_type: "web_app" }))).to.equal("1/2");
    for (const type of ["job", "cron_job"]) {
      expect(ready(told({ app_type: type }))).to.equal(undefined);
      expect(namesOf(told({ app_type: type }))).not.to.include("replicas");
    }
  });

  it("says where public ports answer, and which number one will have", () => {
    const at = { port: 1883, public_port: 7000, address: "203.0.113.7:7000" };
    const asked = { port: 5672, public_port: 7001, address: null };
    const shown = STATUS.fields(told({ public_ports: [at, asked] }));
    expect(shown).to.deep.include(["public ports", "203.0.113.7:7000 (port 1883), 7001 (port 5672)"]);
    expect(namesOf(told({}))).not.to.include("public ports");
  });

  it("says once what holds a change up", () => {
    const message = "No node takes its pods.";
    const chain = { steps: [{ step: "healthy", state: "failed", message, next_retry_at: null }] };
    const fields = STATUS.fields(told({ chain, error_message: message }));
    expect(fields.filter(([, value]) => value === message)).to.deep.equal([["healthy", message]]);
    expect(namesOf(told({ chain, error_message: "Its cluster is gone." }))).to.include("error");
  });

  it("says when one falls asleep, or wakes", () => {
    const at = "2026-11-24T08:00:00Z";
    expect(STATUS.fields(told({ wakes_at: at, sleeps_at: null }))).to.deep.include(["asleep until", at]);
    expect(STATUS.fields(told({ sleeps_at: at, wakes_at: null }))).to.deep.include(["sleeps at", at]);
    expect(namesOf(told({ sleeps_at: null, wakes_at: null }))).not.to.include.members(["sleeps at", "asleep until"]);
  });
});
