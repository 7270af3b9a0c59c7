import { expect } from "chai";
import { toFilter } from "../../../api/resources/list-filters.ts";

describe("The filters of a list", () => {
  it("are what was sent of its query, under their own names; pages and flags are none", () => {
    const query: {
      limit?: number;
      cursor?: string;
      count?: boolean;
      cluster_id?: string;
      q?: string;
      status?: string;
    } = {
      limit: 2,
      cursor: "x",
      count: true,
      cluster_id: "one",
      q: "sh",
      status: undefined,
    };
    expect(toFilter(query)).to.deep.equal({ clusterId: "one", q: "sh" });
  });

  it("do not compile while a declared member becomes none of them", () => {
    const query: { limit?: number; q?: string; app_type?: string } = { q: "sh", app_type: "helm" };
    // @ts-expect-error no column is an appType
    expect(toFilter(query)).to.deep.equal({ q: "sh", appType: "helm" });
  });
});
