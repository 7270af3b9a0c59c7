import { expect } from "chai";
import { deedAddress } from "../../../console/view/deed-address.ts";

describe("The address of what a button does", () => {
  it("names what it says, what it is done to and how, so that no two of a page are the same", () => {
    expect(deedAddress("New API key", {})).to.equal("new-api-key");
    expect(deedAddress("Remove", { path: { slug: "harbour", user_id: "1" } })).to.equal("remove.harbour.1");
    const query = { deployment_id: "2", other: undefined };
    expect(deedAddress("Delete", { path: { name: "A" }, query })).to.equal("delete.A.2");
  });
});
