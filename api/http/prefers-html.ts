/** Tells whether a client would rather have a page than JSON: browsers that follow a link, not fetch or curl. */
export function prefersHtml(accept: string): boolean {
  const ranges = accept.split(",").map(readRange);
  const html = weightOf(ranges, "text/html");
  return html > 0 && html > weightOf(ranges, "application/json");
}

type Range = Readonly<{ type: string; weight: number }>;

function readRange(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((part) => part.startsWith("q="))?.slice(2) ?? 1);
  return { type, weight: Number.isNaN(weight) ? 0 : weight };
}

/** The most exact range decides (RFC 9110, 12.5.1). */
function weightOf(ranges: readonly Range[], type: string): number {
  const kinds = [type, type.replace(/\/.*/, "/*"), "*/*"];
  for (const kind of kinds) {
    const range = ranges.find((one) => one.type === kind);
    if (range !== undefined) return range.weight;
  }
  return 0;
}
