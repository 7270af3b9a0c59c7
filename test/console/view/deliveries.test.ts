import { expect } from "chai";
import { lookAgainMs } from "../../../console/view/deliveries.ts";

describe("Deliveries of a webhook", () => {
  const first = { status: "pending", error: null, response_status: null };
  const refused = { status: "pending", error: null, response_status: 500 };
  const unanswered = { status: "pending", error: "It does not answer", response_status: null };
  const over = { status: "delivered", error: null, response_status: 200 };

  it("are read again soon while one is posted, later while one waits for its next try, and else not", () => {
    expect(lookAgainMs([over, first, refused])).to.equal(1_000);
    expect(lookAgainMs([over, refused])).to.equal(30_000);
    expect(lookAgainMs([unanswered])).to.equal(30_000);
    expect(lookAgainMs([over])).to.equal(undefined);
    expect(lookAgainMs([])).to.equal(undefined);
  });
});
