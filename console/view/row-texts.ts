import { bodyOf, textOf, type FormField } from "./form-fields.ts";

/** One row of a list, as its controls show it. */
export type RowTexts = Readonly<Record<string, string>>;
type Columns = readonly FormField[];

type Item = Readonly<Record<string, unknown>>;

/** Reads the rows of what a form's control has; one object is one row. */
export function rowsOf(text: string, columns: Columns): readonly RowTexts[] {
  const items = text === "" ? [] : [JSON.parse(text) as Item | readonly Item[]].flat();
  return items.map((item) => Object.fromEntries(columns.map(({ name, kind }) => [name, textOf(item[name], kind)])));
}

/** Writes rows as a form's control has them; a row without anything is none, what is not given of one is left out. */
export function textOfRows(rows: readonly RowTexts[], columns: Columns): string {
  const items = rows.map((row) => itemOf(row, columns)).filter((item) => Object.keys(item).length > 0);
  return items.length === 0 ? "" : textOf(items);
}

/** Writes the one row of an object; without anything in it there is none. */
export function textOfMembers(rows: readonly RowTexts[], columns: Columns): string {
  const [item = {}] = rows.map((row) => itemOf(row, columns));
  return Object.keys(item).length === 0 ? "" : textOf(item);
}

/** What cannot be read is sent as it was typed: the interface says what is wrong with it. Blanks and line ends belong to long texts. */
function itemOf(row: RowTexts, columns: Columns): Readonly<Record<string, unknown>> {
  const exact = columns.map((column) => ({ ...column, isExact: column.kind === "longText" }));
  const { body, faults } = bodyOf(exact, row, {});
  const typed = Object.fromEntries(faults.map(({ loc: [, name] }) => [name, row[name]]));
  return { ...emptyText(Object.keys(body), columns), ...body, ...typed };
}

/** What is named and given nothing has the empty text, as a variable can; a row without even a name is none. */
function emptyText(given: readonly string[], columns: Columns): Readonly<Record<string, string>> {
  const needed = columns.filter(({ isRequired }) => isRequired);
  const isBare = given.length === needed.length && needed.every(({ name }) => given.includes(name));
  const long = columns.find(({ kind }) => kind === "longText");
  return isBare && long !== undefined ? { [long.name]: "" } : {};
}
