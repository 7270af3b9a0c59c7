/** How a property runs that must fail: with a seed that is known to find the fault, so that luck does not decide. */
export const KNOWN_BAD = { seed: 926_915, endOnFailure: true } as const;
