/** What people are told by an event when an object enters a phase. */
export type Told = "fault" | "rest" | "nothing";

/** What a phase is to tools that know no phases, in Argo CD's words; `Suspended` waits for a person or a date. */
export type Health = "Healthy" | "Progressing" | "Degraded" | "Suspended";

/** Lists the phases of a table of traits, in its order. */
export function phasesOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}

type WithPending = Readonly<Record<"pending", unknown>>;

/** Looks up what a stored phase answers; none yet, and one that only a newer release knows, answer as `pending`. */
export function traitsOf<Table extends WithPending>(table: Table, phase: string | undefined): Table[keyof Table] {
  const stored = phase ?? "pending";
  return table[(Object.hasOwn(table, stored) ? stored : "pending") as keyof Table];
}

type Phases<Table> = readonly (keyof Table & string)[];

/** Lists the phases of which people are told, by what they are told. */
export function phasesTold<Table extends Readonly<Record<string, Readonly<{ told: Told }>>>>(
  table: Table,
): Readonly<{ bad: Phases<Table>; good: Phases<Table> }> {
  const are = (told: Told): Phases<Table> => phasesOf(table).filter((phase) => table[phase]?.told === told);
  return { bad: are("fault"), good: are("rest") };
}
