import { expect } from "chai";
import { RESOURCE_FILTERS, toFilter } from "../../../api/resources/list-filters.ts";

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
    expect(toFilter(query, RESOURCE_FILTERS)).to.deep.equal({ clusterId: "one", namePrefix: "sh" });
  });

  it("do not compile while a declared member becomes none of them", () => {
    const query: { limit?: number; q?: string; app_type?: string } = { q: "sh", app_type: "helm" };
    // @ts-expect-error nothing is made of app_type
    expect(toFilter(query, RESOURCE_FILTERS)).to.deep.equal({ namePrefix: "sh" });
  });
});
