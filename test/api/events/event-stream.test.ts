import { expect } from "chai";
import { mayReadChange } from "../../../api/events/event-stream.ts";
import { EVENT_KINDS } from "../../../contract/rest/events.ts";
import { SCOPES } from "../../../contract/rest/scopes.ts";

type Reader = Parameters<typeof mayReadChange>[0];

const ORGANIZATION = "00000000-0000-4000-8000-000000000001";
const change = (kind: string): Parameters<typeof mayReadChange>[1] => ({ kind, organizationId: ORGANIZATION });
const reader = (role: "owner" | "viewer", scopes: Reader["scopes"] = null): Reader => ({
  scopes,
  memberships: [
    {
      organizationId: ORGANIZATION,
      role,
      slug: "team",
      isPersonal: false,
      execEnabled: true,
      alertsEnabled: true,
    },
  ],
});
const heardBy = (one: Reader): readonly string[] => EVENT_KINDS.filter((kind) => mayReadChange(one, change(kind)));

describe("who may read a change", () => {
  it("lets an owner hear of every kind, and others of what they may list", () => {
    expect(heardBy(reader("owner"))).to.deep.equal([...EVENT_KINDS]);
    expect(heardBy(reader("owner", SCOPES))).to.deep.equal([...EVENT_KINDS]);
    const restricted = ["Invitation", "Webhook", "Secret"];
    expect(heardBy(reader("viewer"))).to.deep.equal(EVENT_KINDS.filter((kind) => !restricted.includes(kind)));
    expect(heardBy(reader("owner", ["clusters:write"]))).to.deep.equal(["Cluster", "UpgradeRequest"]);
    expect(heardBy({ scopes: null, memberships: [] })).to.deep.equal([]);
  });

  it("lets nobody hear of a kind that nobody has listed, as a newer part may record one during an update", () => {
    for (const kind of ["PrivateNote", "constructor"])
      expect(mayReadChange(reader("owner"), change(kind)), kind).to.equal(false);
  });
});
