/** A value that a field can have, with its name for people; `isOff` where it cannot be chosen now. */
export type Named = Readonly<{ value: string; name: string; isOff?: boolean }>;
