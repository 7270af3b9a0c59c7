/** A bug or a decision of before that a check must catch: lines of a source file, and what stands there instead. */
export type Spoiling = Readonly<{
  file: string;
  edits: readonly Readonly<{ code: string; instead: string }>[];
}>;

/** Puts it into the source; one that silently did not get in, or got in somewhere else, would make the proof worthless. */
export function spoilSource(source: string, { file, edits }: Spoiling): string {
  return edits.reduce((text, { code, instead }) => {
    const times = text.split(code).length - 1;
    if (times !== 1) throw new Error(`${file} has ${times} times "${code}" instead of once: say anew what is spoiled`);
    return text.replace(code, () => instead);
  }, source);
}
