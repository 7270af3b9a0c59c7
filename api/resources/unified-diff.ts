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
  const common = commonLengths(removed, added);
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < removed.length && column < added.length) {
    const [old = "", fresh = ""] = [removed[row], added[column]];
    if (old === fresh) {
      lines.push({ mark: " ", text: old });
      row += 1;
      column += 1;
    } else if (common(row + 1, column) >= common(row, column + 1)) {
      lines.push({ mark: "-", text: old });
      row += 1;
    } else {
      lines.push({ mark: "+", text: fresh });
      column += 1;
    }
  }
  return [...lines, ...mark("-", removed.slice(row)), ...mark("+", added.slice(column))];
}

/** Computes how long the longest common subsequence is from each pair of positions on. */
function commonLengths(left: readonly string[], right: readonly string[]): (row: number, column: number) => number {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  return at;
}

type Numbered = Line & Readonly<{ oldLine: number; newLine: number; isShown: boolean }>;

/** Cuts the lines into hunks: changes with three lines around them. */
function hunks(lines: readonly Line[]): string[] {
  const numbered = number(lines);
  return numbered.flatMap((line, index) => {
    if (!line.isShown) return [];
    const begins = numbered[index - 1]?.isShown !== true;
    return [...(begins ? [header(numbered, index)] : []), `${line.mark}${line.text}`];
  });
}

function number(lines: readonly Line[]): Numbered[] {
  const near = new Set<number>();
  for (const [index, line] of lines.entries())
    for (let at = index - CONTEXT_LINES; line.mark !== " " && at <= index + CONTEXT_LINES; at += 1) near.add(at);
  let [oldLine, newLine] = [1, 1];
  return lines.map((line, index) => {
    const numbered = { ...line, oldLine, newLine, isShown: near.has(index) };
    if (line.mark !== "+") oldLine += 1;
    if (line.mark !== "-") newLine += 1;
    return numbered;
  });
}

function header(lines: readonly Numbered[], start: number): string {
  const end = lines.findIndex((line, index) => index > start && !line.isShown);
  const hunk = lines.slice(start, end < 0 ? undefined : end);
  const count = (other: Line["mark"]): number => hunk.filter((line) => line.mark !== other).length;
  const { oldLine, newLine } = lines[start] ?? { oldLine: 1, newLine: 1 };
  const [oldCount, newCount] = [count("+"), count("-")];
  // An empty side is written as the line before, as diff does.
  return `@@ -${oldCount === 0 ? oldLine - 1 : oldLine},${oldCount} +${newCount === 0 ? newLine - 1 : newLine},${newCount} @@`;
}
