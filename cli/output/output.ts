/*
 * Everything that `berth` writes goes through here:
 * 1. answers to standard output, as a table or sentence for people or as data for programs (-o);
 * 2. notes, warnings and progress to standard error, so that what is piped is the answer alone; progress on a terminal only;
 * 3. nothing of it has what a terminal obeys, but for colours of our own.
 */
import { styleText } from "node:util";
import { cleanLine, cleanText } from "./clean-text.ts";
import { formatJson, formatYaml } from "./format-data.ts";
import { formatFields, formatTable, type Cell, type Column } from "./format-table.ts";

export const FORMATS = ["table", "json", "yaml", "name"] as const;
/** How an answer is written. */
export type Format = (typeof FORMATS)[number];

/** Where text goes. */
export type Sink = Readonly<{ write: (text: string) => unknown; isTTY?: boolean; columns?: number }>;

/** How a list is shown: its columns for people, and by what its items are named. */
export type ListView<T> = Readonly<{ columns: readonly Column<T>[]; nameOf: (item: T) => string; none: string }>;
/** How one thing is shown. */
export type ItemView<T> = Readonly<{
  fields: (item: T) => readonly (readonly [string, Cell])[];
  nameOf: (item: T) => string;
}>;

/** Shows of one thing what a list of such things shows, and what is wrong with it. */
export function listedFields<T extends Readonly<{ error_message: string | null }>>(
  { columns }: ListView<T>,
  item: T,
): readonly (readonly [string, Cell])[] {
  const { error_message: error } = item;
  const listed = columns.map(({ title, of }) => [title.toLowerCase(), of(item)] as const);
  return error === null ? listed : [...listed, ["error", error]];
}

type Parts = Readonly<{ stdout: Sink; stderr: Sink; format: Format; colours: boolean }>;

const STATUS_COLOURS: Readonly<Record<string, "green" | "red" | "yellow">> = {
  running: "green",
  completed: "green",
  done: "green",
  failed: "red",
  error: "red",
  pending: "yellow",
  provisioning: "yellow",
  deleting: "yellow",
};
const CLEAR_LINE = "\r\u001b[K";

/** The output of one run. */
export class Output {
  readonly format: Format;
  /** Whether somebody looks at how it goes on. */
  readonly isWatched: boolean;
  readonly #parts: Parts;
  #shown = "";
  #told = "";

  constructor(parts: Parts) {
    this.#parts = parts;
    this.format = parts.format;
    this.isWatched = parts.stderr.isTTY === true;
  }

  /** Writes a list to its end; a program gets all of every item. */
  async list<T>(list: readonly T[] | AsyncIterable<T>, { columns, nameOf, none }: ListView<T>): Promise<void> {
    const items = await Array.fromAsync(list);
    if (this.format === "name") for (const item of items) this.text(nameOf(item));
    else if (this.format !== "table") await this.#data(items);
    else if (items.length === 0) this.note(none);
    else this.#write(formatTable(items, columns, (padded) => this.#paint(padded)));
  }

  /** Writes one thing. */
  async item<T>(item: T, { fields, nameOf }: ItemView<T>): Promise<void> {
    if (this.format === "name") this.text(nameOf(item));
    else if (this.format !== "table") await this.#data(item);
    else this.#write(formatFields(fields(item)));
  }

  /** Writes what was done: a sentence for people, what came of it for programs. */
  async result(item: unknown, { sentence, name }: Readonly<{ sentence: string; name: string }>): Promise<void> {
    if (this.format === "name") this.text(name);
    else if (this.format !== "table") await this.#data(item);
    else this.text(sentence);
  }

  /** Writes one of an endless row: a line for people or of JSON. */
  row(item: unknown, line: string): void {
    if (this.format === "table" || this.format === "name") this.text(line);
    else this.#write(formatJson(item).replaceAll(/\n\s*/g, ""));
  }

  /** Writes a text as it is, but for what a terminal obeys. */
  text(text: string): void {
    this.#write(cleanText(text));
  }

  /** Tells people something that is no part of the answer. */
  note(sentence: string): void {
    this.endProgress();
    this.#parts.stderr.write(`${cleanLine(sentence)}\n`);
  }

  /** Tells people something that is asked again and again: not twice in a row. */
  news(sentence: string): void {
    if (sentence === this.#told) return;
    this.#told = sentence;
    this.note(sentence);
  }

  /** Shows a text that is no part of the answer, where people decide by it. */
  aside(text: string): void {
    this.endProgress();
    this.#parts.stderr.write(`${cleanText(text).trimEnd()}\n`);
  }

  /** Shows how far it is in one line that replaces the one before; nobody watches: nothing. */
  progress(line: string): void {
    if (!this.isWatched || line === this.#shown) return;
    const columns = this.#parts.stderr.columns ?? 0;
    const clean = Array.from(cleanLine(line))
      .slice(0, columns > 0 ? columns - 1 : undefined)
      .join("");
    this.#parts.stderr.write(`${CLEAR_LINE}${clean}`);
    this.#shown = line;
  }

  /** Takes the line of progress away. */
  endProgress(): void {
    if (this.#shown === "") return;
    this.#parts.stderr.write(CLEAR_LINE);
    this.#shown = "";
  }

  async #data(value: unknown): Promise<void> {
    this.#write(this.format === "yaml" ? await formatYaml(value) : formatJson(value));
  }

  #write(clean: string): void {
    this.endProgress();
    this.#parts.stdout.write(`${clean.trimEnd()}\n`);
  }

  #paint(padded: string): string {
    const colour = this.#parts.colours ? STATUS_COLOURS[padded.trim()] : undefined;
    return colour === undefined ? padded : styleText(colour, padded, { validateStream: false });
  }
}
