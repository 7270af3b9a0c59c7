import { signal } from "@preact/signals";

/** What only one answer tells: a key, a password, an address to pass on. */
export type ToldOnce = Readonly<{
  title: string;
  sentence: string;
  values: readonly Readonly<{ label: string; value: string }>[];
}>;

/** What was told so and is still to be read, wherever the reader has gone meanwhile. */
export const toldOnce = signal<ToldOnce | undefined>(undefined);
