import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { limitCalls } from "./limit-calls.ts";

/** Hashes and checks passwords. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Checks a password; without a hash (no such account) it takes the same time and says no. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** OWASP's least for Argon2id; Algorithm.Argon2id is an ambient const enum, which type stripping cannot read. */
const ARGON2ID = 2;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes 19 MiB, and the process's four threads look names up, read files and compress answers, too (docs/adr/0096). */
const AT_ONCE = 2;

/** Creates the password hasher: Argon2id with OWASP's parameters, off the main thread, two at a time. */
export function createPasswords(): Passwords {
  const inTurn = limitCalls(AT_ONCE);
  // A hash of nothing anyone knows, so that an unknown account costs as much as a known one.
  const decoy = hash(randomBytes(32), OPTIONS);
  return {
    hash: (password) => inTurn(() => hash(password, OPTIONS)),
    async verify(passwordHash, password) {
      const known = passwordHash ?? (await decoy);
      const matches = await inTurn(() => verify(known, password));
      return matches && passwordHash !== null;
    },
  };
}
