import type { Proof } from "../http/credentials.ts";
import type { User } from "../http/principal.ts";

/** Who asks: the person, by the application's token. */
export type Caller = Readonly<{ user: User; proof: Proof; address: string; requestId: string }>;
