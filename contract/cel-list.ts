/** Writes texts as a list in CEL; none has a quote in it. */
export const celList = (texts: readonly string[]): string => `[${texts.map((text) => `'${text}'`).join(", ")}]`;
