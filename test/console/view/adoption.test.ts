import { expect } from "chai";
import {
  acceptedItems,
  failuresOf,
  faultsByRow,
  importItems,
  mergePlans,
  tickedOf,
} from "../../../console/view/adoption.ts";

const item = { name: "web", namespace: "shop", kind: "Deployment", docker_image: "shop:1" };
const found = {
  namespace: "shop",
  kind: "Deployment" as const,
  name: "web",
  images: ["shop:1"],
  replicas: 1,
  ready_replicas: 1,
  created_at: null,
  managed_by: null,
  deployment_id: null,
  obstacle: null,
  import_item: item,
};
const blocked = { ...found, name: "agent", obstacle: "No.", import_item: null };

describe("What is taken over", () => {
  it("is what was ticked and can be, by the name that was given", () => {
    const take = "shop/Deployment/web\nshop/Deployment/agent";
    expect([...tickedOf({ take })]).to.have.length(2);
    expect(importItems([found, blocked], { take })).to.deep.equal([item]);
    expect(importItems([found], { take, "as:shop/Deployment/web": " web " })).to.deep.equal([item]);
    expect(importItems([found], { take, "as:shop/Deployment/web": "front" })).to.deep.equal([
      { ...item, display_name: "front" },
    ]);
    expect(importItems([found], {})).to.deep.equal([]);
  });

  it("says at its row what is wrong with it, whether the whole request was refused or one item", () => {
    const faults = [
      { loc: ["body", "workloads", 0, "display_name"], msg: "is no name" },
      { loc: ["query", "cluster_id"], msg: "is none" },
    ];
    expect(faultsByRow([item], failuresOf({ faults }))).to.deep.equal({ "shop/Deployment/web": "is no name" });
    expect(faultsByRow([item], failuresOf(new Error("x")))).to.deep.equal({});
  });

  it("has one plan, and leaves out what would be refused", () => {
    const failed = [{ index: 0, name: "web", namespace: "shop", code: "name_taken", error: "It is taken." }];
    const told = { imported: [], failed, total_imported: 0, total_failed: 1 };
    expect(acceptedItems([item, { ...item, name: "b" }], told).map(({ name }) => name)).to.deep.equal(["b"]);
    const plan = { values_diff: "+a", git_path: "x", objects: [], objects_complete: false, warnings: ["Mind."] };
    const imported = [{ plan }, { plan }] as unknown as (typeof told)["imported"];
    expect(mergePlans({ ...told, imported })).to.deep.equal({
      values_diff: "+a\n+a",
      git_path: null,
      objects: [],
      objects_complete: false,
      warnings: ["Mind."],
    });
  });
});
