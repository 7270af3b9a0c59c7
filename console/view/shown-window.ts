/** The part of a long list that is drawn. */
type ShownWindow = Readonly<{ first: number; last: number; aboveHeight: number; height: number }>;

/** Rows above and below what is seen, so that scrolling meets no gap. */
const MARGIN = 8;

type Seen = Readonly<{ count: number; rowHeight: number; top: number; viewHeight: number }>;

/** Tells which rows of a list are drawn: those in view and a few around. `top` is how far the list's begin is above the view's. */
export function shownWindow({ count, rowHeight, top, viewHeight }: Seen): ShownWindow {
  const begin = Math.floor(Math.max(0, top) / rowHeight) - MARGIN;
  const first = Math.min(Math.max(0, begin), Math.max(0, count - 1));
  const last = Math.min(count, Math.ceil((Math.max(0, top) + viewHeight) / rowHeight) + MARGIN);
  return { first, last: Math.max(first, last), aboveHeight: first * rowHeight, height: count * rowHeight };
}
