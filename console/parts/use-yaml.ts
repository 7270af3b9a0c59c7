import { useSignal, type Signal } from "@preact/signals";
import type * as bodyYaml from "../view/body-yaml.ts";
import type { FormField } from "../view/form-fields.ts";
import { toProblem, type Problem } from "../view/problem.ts";
import { valuesOf } from "./form.tsx";

type Texts = Readonly<Record<string, string>>;
type Reader = Pick<typeof bodyYaml, "readYaml" | "writeYaml" | "findLine">;
type Fault = Readonly<{ line: number; sentence: string }>;

/** A body that is being written as YAML. */
type Writing = Readonly<{ reader: Reader; text: string; before: Texts }>;

/** A form's body as YAML, beside its controls. */
export type Yaml = Readonly<{
  writing: Signal<Writing | undefined>;
  fault: Signal<Fault | undefined>;
  /** What does not let it be opened. */
  problem: Signal<Problem | undefined>;
  /** What the controls begin with, after it was written as YAML; and how often that was. */
  start: Signal<Readonly<{ texts: Texts | undefined; count: number }>>;
  open: (form: HTMLFormElement) => Promise<void>;
  leave: () => void;
  /** Reads what was written, and throws what is wrong with it; what the controls have where nothing is written. */
  read: (values: Texts) => Texts;
  /** Reads it where it can be read as it is, while somebody types. */
  glance: (values: Texts) => Texts | undefined;
  lineOf: (member: string) => number | undefined;
}>;

/** Keeps a form's body as one state, whether it is written by controls or as YAML; the reader is loaded when it is asked for. */
export function useYaml(fields: readonly FormField[]): Yaml {
  const writing = useSignal<Writing | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const start = useSignal<Readonly<{ texts: Texts | undefined; count: number }>>({ texts: undefined, count: 0 });
  const look = (values: Texts): Readonly<{ texts?: Texts; fault?: Fault }> => {
    const now = writing.value;
    return now === undefined ? { texts: values } : now.reader.readYaml(fields, now.text, now.before);
  };
  const read = (values: Texts): Texts => {
    const { texts = {}, fault: found } = look(values);
    fault.value = found;
    if (found !== undefined)
      throw Object.assign(new Error(`Line ${found.line}: ${found.sentence}`), { code: "invalid" });
    return texts;
  };
  const open = async (form: HTMLFormElement): Promise<void> => {
    problem.value = undefined;
    try {
      const reader = await import("../view/body-yaml.ts");
      // What is not shown now, because something else was chosen, is kept as well.
      const before = { ...start.value.texts, ...valuesOf(new FormData(form)) };
      writing.value ??= { reader, text: reader.writeYaml(fields, before), before };
    } catch {
      problem.value = toProblem({ code: "unreachable" });
    }
  };
  const leave = (): void => {
    try {
      start.value = { texts: read({}), count: start.value.count + 1 };
      writing.value = undefined;
    } catch {
      // It is told at its line; nothing is left.
    }
  };
  const lineOf = (member: string): number | undefined => writing.value?.reader.findLine(writing.value.text, member);
  return { writing, fault, problem, start, open, leave, read, glance: (values) => look(values).texts, lineOf };
}
