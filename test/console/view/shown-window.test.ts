import { expect } from "chai";
import { shownWindow } from "../../../console/view/shown-window.ts";

const look = (count: number, top: number): ReturnType<typeof shownWindow> =>
  shownWindow({ count, rowHeight: 60, top, viewHeight: 900 });

describe("The part of a long list that is drawn", () => {
  it("is what is seen and a few around, of ten thousand", () => {
    expect(look(10_000, 30_000)).to.deep.equal({ first: 492, last: 523, aboveHeight: 29_520, height: 600_000 });
  });

  it("ends with the list, before its begin too, and after it became shorter than where one had scrolled to", () => {
    expect(look(10_000, -500)).to.include({ first: 0, last: 23 });
    expect(look(3, 0)).to.include({ first: 0, last: 3 });
    expect(look(3, 30_000)).to.include({ first: 2, last: 3 });
    expect(look(0, 0)).to.include({ first: 0, last: 0, height: 0 });
  });
});
