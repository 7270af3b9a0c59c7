const CONTEXT_LINES = 3;
/** Above this the middle is shown as replaced as a whole: the comparison is quadratic. */
const CELLS_MAX = 4_000_000;

type Line = Readonly<{ mark: " " | "-" | "+"; text: string }>;

/** Makes the unified diff of two texts; empty when they are the same. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return "";
  const lines = compare(splitLines(before), splitLines(after));
  return [`--- a/${path}`, `+++ b/${path}`, ...hunks(lines)].join("\n") + "\n";
}

function splitLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function compare(before: readonly string[], after: readonly string[]): Line[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  return [
    ...mark(" ", before.slice(0, head)),
    ...(removed.length * added.length > CELLS_MAX
      ? [...mark("-", removed), ...mark("+", added)]
      : compareMiddle(removed, added)),
    ...mark(" ", before.slice(before.length - tail)),
  ];
}

function mark(sign: Line["mark"], texts: readonly string[]): Line[] {
  return texts.map((text) => ({ mark: sign, text }));
}

/** Walks along the longest common subsequence. */
function compareMiddle(removed: readonly string[], added: readonly string[]): Line[] {
  const width = added.length + 1;
  const lengths = new Uint32Array((removed.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = removed.length - 1; row >= 0; row -= 1)
    for (let column = added.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        removed[row] === added[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < removed.length || column < added.length) {
    const [old = "", fresh = ""] = [removed[row], added[column]];
    if (row < removed.length && column < added.length && old === fresh) {
      lines.push({ mark: " ", text: old });
      row += 1;
      column += 1;
    } else if (row < removed.length && (column >= added.length || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ mark: "-", text: old });
      row += 1;
    } else {
      lines.push({ mark: "+", text: fresh });
      column += 1;
    }
  }
  return lines;
}

/** Cuts the lines into hunks: changes with three lines around them. */
function hunks(lines: readonly Line[]): string[] {
  const shown = new Set<number>();
  for (const [index, line] of lines.entries())
    if (line.mark !== " ")
      for (let near = index - CONTEXT_LINES; near <= index + CONTEXT_LINES; near += 1) shown.add(near);
  const output: string[] = [];
  let [oldLine, newLine] = [1, 1];
  for (let index = 0; index < lines.length; index += 1) {
    if (shown.has(index) && !shown.has(index - 1)) output.push(header(lines, index, shown, [oldLine, newLine]));
    const { mark: sign, text } = lines[index] ?? { mark: " ", text: "" };
    if (shown.has(index)) output.push(`${sign}${text}`);
    if (sign !== "+") oldLine += 1;
    if (sign !== "-") newLine += 1;
  }
  return output;
}

function header(
  lines: readonly Line[],
  start: number,
  shown: ReadonlySet<number>,
  [oldLine, newLine]: readonly [number, number],
): string {
  let [oldCount, newCount] = [0, 0];
  for (let index = start; index < lines.length && shown.has(index); index += 1) {
    const sign = lines[index]?.mark;
    if (sign !== "+") oldCount += 1;
    if (sign !== "-") newCount += 1;
  }
  // An empty side is written as line 0, as diff does.
  return `@@ -${oldCount === 0 ? oldLine - 1 : oldLine},${oldCount} +${newCount === 0 ? newLine - 1 : newLine},${newCount} @@`;
}
