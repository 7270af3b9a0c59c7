type Edges = Readonly<Record<string, readonly string[]>>;

/** What of a diagram the edges do not say. */
type DiagramWords = Readonly<{
  /** Where an object begins. */
  first: readonly string[];
  /** What an arrow is called, by its ends: "error pending". */
  labels?: Readonly<Record<string, string>>;
}>;

/** Draws a machine's arrows for mermaid; what leads everywhere to one state is drawn once. */
export function stateDiagram(edges: Edges, { first, labels = {} }: DiagramWords): string {
  const from = Object.keys(edges);
  const common = from.find((to) => from.every((phase) => phase === to || edges[phase]?.includes(to)));
  const arrows = from.flatMap((phase) => (edges[phase] ?? []).filter((to) => to !== common).map((to) => [phase, to]));
  const names = new Set(arrows.map((ends) => ends.join(" ")));
  const unknown = Object.keys(labels).filter((ends) => !names.has(ends));
  if (unknown.length > 0) throw new Error(`No arrow is called ${unknown.join(", ")}`);
  const ends = from.filter((phase) => phase !== common && edges[phase]?.length === 0);
  return [
    "stateDiagram-v2",
    ...first.map((phase) => `  [*] --> ${phase}`),
    ...arrows.map((ends) => {
      const label = labels[ends.join(" ")];
      return `  ${ends.join(" --> ")}${label === undefined ? "" : `: ${label}`}`;
    }),
    ...ends.map((phase) => `  ${phase} --> [*]`),
    ...(common === undefined ? [] : ['  state "each of them" as each', `  each --> ${common}`]),
  ].join("\n");
}

/** Puts a diagram into the text of a guide, between the comment that names it and the end of its block. */
export function withDiagram(guide: string, name: string, diagram: string): string {
  const mark = `<!-- states: ${name} (drawn from its machine by make generate) -->\n`;
  const begin = guide.indexOf(mark);
  const fence = guide.indexOf("\n```\n", begin + mark.length);
  if (begin < 0 || fence < 0) throw new Error(`The guide has no place for the states: ${name}`);
  return `${guide.slice(0, begin)}${mark}\`\`\`mermaid\n${diagram}${guide.slice(fence)}`;
}
