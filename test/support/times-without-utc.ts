import type { Page } from "playwright-core";

/** Told to the page as text, as tests have no types of a browser. A time of day beside which its zone is said needs no other. */
const FIND = `(() => {
  const TIME_OF_DAY = /(?<![\\w.:/-])\\d{1,2}:\\d{2}(?::\\d{2})?(?![\\w:])/;
  const UTC = /\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z/;
  const ZONE = /\\((?:UTC|[A-Z]\\w+\\/\\w+)\\)/;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const told = { seen: 0, without: [] };
  while (texts.nextNode()) {
    const { data, parentElement: element } = texts.currentNode;
    if (element.closest("pre, code, textarea, script") !== null || ZONE.test(data) || UTC.test(data)) continue;
    if (element.tagName !== "TIME" && !TIME_OF_DAY.test(data)) continue;
    told.seen += 1;
    if (!UTC.test(element.closest("[title]")?.title ?? "")) told.without.push(data);
  }
  return told;
})()`;

/** Finds the times that a page shows, and those of which nobody who points at them is told UTC. */
export function timesOf(page: Page): Promise<Readonly<{ seen: number; without: readonly string[] }>> {
  return page.evaluate(FIND);
}
