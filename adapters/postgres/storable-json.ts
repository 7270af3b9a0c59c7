/** Says that text holds an escape which jsonb may refuse: NUL, or half of a surrogate pair. */
const SUSPECT = /\\u(0000|d[89a-f])/i;

/** Formats a value as JSON that Postgres can store: NUL and broken surrogates in free-form values become U+FFFD. */
export function toStorableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return SUSPECT.test(text) ? JSON.stringify(mend(value)) : text;
}

function mend(value: unknown): unknown {
  if (typeof value === "string") return mendText(value);
  if (Array.isArray(value)) return value.map(mend);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [mendText(key), mend(member)]));
}

function mendText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
