/** What the writer changes of a deployment; each change gives a value that no other one gives. */
export type Members = Readonly<Partial<Record<"round" | "command" | "replicas", string>>>;

/** One change of one deployment. */
export type Change = Readonly<{ name: string; kind: "create" | "set" | "delete"; members: Members }>;

/** How a change was answered: done (with the version it led to), refused, or not at all. */
export type Outcome =
  | Readonly<{ kind: "accepted"; version?: number | undefined }>
  | Readonly<{ kind: "refused"; why: string }>
  | Readonly<{ kind: "unanswered" }>;

/** What the management cluster holds of one deployment at rest. */
export type Held = Readonly<{ name: string; members: Members; version: number }>;

type Value = { accepted: string | undefined; maybe: string[] };
type Known = { existence: "present" | "absent" | "unknown"; version: number; values: Map<string, Value> };

/**
 * Writes down every change with its answer and holds the end to it: an answered change is never lost, an unanswered one
 * happens once or not at all, and no version goes back.
 */
export class ChangeLedger {
  accepted = 0;
  refused = 0;
  unanswered = 0;
  readonly refusals = new Map<string, number>();
  readonly #known = new Map<string, Known>();
  readonly #violations: string[] = [];

  note(change: Change, outcome: Outcome): void {
    if (outcome.kind === "accepted") this.#accept(change, outcome.version);
    else if (outcome.kind === "unanswered") this.#doubt(change);
    else {
      this.refused += 1;
      this.refusals.set(outcome.why, (this.refusals.get(outcome.why) ?? 0) + 1);
    }
  }

  /** Lists what the end contradicts; `held` is everything that is there. */
  check(held: readonly Held[]): string[] {
    const byName = Map.groupBy(held, ({ name }) => name);
    return [
      ...this.#violations,
      ...[...byName].filter(([, ones]) => ones.length > 1).map(([name]) => `${name} is there twice`),
      ...[...this.#known].flatMap(([name, known]) => this.#checkOne(name, known, byName.get(name)?.[0])),
      ...[...byName.keys()].filter((name) => !this.#known.has(name)).map((name) => `nobody asked for ${name}`),
    ];
  }

  #checkOne(name: string, known: Known, found: Held | undefined): string[] {
    if (found === undefined) return known.existence === "present" ? [`the accepted creation of ${name} is lost`] : [];
    return [
      ...(known.existence === "absent" ? [`the accepted deletion of ${name} is lost`] : []),
      ...this.#checkMembers(known, found),
    ];
  }

  #checkMembers(known: Known, { name, members, version }: Held): string[] {
    const faults: string[] = [];
    if (version < known.version) faults.push(`${name} went back from version ${known.version} to ${version}`);
    for (const [member, { accepted, maybe }] of known.values) {
      const value = members[member as keyof Members];
      if (value !== accepted && (value === undefined || !maybe.includes(value)))
        faults.push(`${name} has ${member} ${value ?? "none"}: the accepted ${accepted ?? "none"} is lost`);
    }
    return faults;
  }

  #accept({ name, kind, members }: Change, version: number | undefined): void {
    this.accepted += 1;
    const known = this.#find(name);
    known.existence = kind === "delete" ? "absent" : "present";
    for (const [member, value] of Object.entries(members)) known.values.set(member, { accepted: value, maybe: [] });
    if (kind === "delete" || version === undefined) return;
    if (version <= known.version)
      this.#violations.push(
        `a change of ${name} was accepted with version ${version}, after one with version ${known.version}`,
      );
    known.version = Math.max(known.version, version);
  }

  #doubt({ name, kind, members }: Change): void {
    this.unanswered += 1;
    const known = this.#find(name);
    if (kind !== "set") known.existence = "unknown";
    for (const [member, value] of Object.entries(members)) {
      const before = known.values.get(member) ?? { accepted: undefined, maybe: [] };
      before.maybe.push(value);
      known.values.set(member, before);
    }
  }

  #find(name: string): Known {
    const known = this.#known.get(name) ?? { existence: "unknown", version: 0, values: new Map<string, Value>() };
    this.#known.set(name, known);
    return known;
  }
}
