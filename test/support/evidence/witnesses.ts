/** What the platform knew when a test failed: it is gone with its processes, and a rare failure is not seen again for weeks. */
export type Evidence = Readonly<{
  /** The key facts, for the closing list. */
  short: string;
  full: string;
}>;

/** Tells what is known now; `failure` is what the test said, which often names an id. */
export type Witness = (failure: string) => Promise<Evidence>;

const HEARING_MS_MAX = 20_000;
const NOTHING: Evidence = { short: "", full: "" };

const witnesses: Witness[] = [];
const hearings = new Set<Promise<unknown>>();

/** Has somebody asked at each failure of the process, from now on. */
export function atFailure(witness: Witness): void {
  witnesses.push(witness);
}

/** Asks all witnesses at once; one that fails says so, and one that hangs is not waited for. */
export function hearWitnesses(failure: string): Promise<Evidence> {
  const hearing = Promise.all(witnesses.map((witness) => hear(witness, failure))).then((all): Evidence => ({
    short: all.map(({ short }) => short).join("\n"),
    full: all.map(({ full }) => full).join("\n"),
  }));
  hearings.add(hearing);
  void hearing.then(() => hearings.delete(hearing));
  return hearing;
}

/** Waits until all that was asked is said: the next test, or the end, changes what they look at. */
export async function witnessesHeard(): Promise<void> {
  await Promise.all(hearings);
}

async function hear(witness: Witness, failure: string): Promise<Evidence> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Evidence>((resolve) => {
    timer = setTimeout(() => resolve(said("it took too long to find out")), HEARING_MS_MAX);
  });
  const heard = witness(failure).catch((error: unknown) => said(error instanceof Error ? error.message : "nothing"));
  return Promise.race([heard, late]).finally(() => clearTimeout(timer));
}

function said(why: string): Evidence {
  return { ...NOTHING, short: `What the platform knew is not known: ${why}` };
}
