const HIDDEN = "[secret]";

/** Holds a text that must not be printed: only `reveal` gives it out, everything else shows a placeholder. */
export class SecretText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  /** Tells whether another one is the same, without giving either out. */
  isSame(other: SecretText | undefined): boolean {
    return other !== undefined && other.#text === this.#text;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  /** What Node's `inspect`, and so console.log, shows. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return HIDDEN;
  }
}
