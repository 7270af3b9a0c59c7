import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Field, tied } from "./field.tsx";
import { ProblemNote } from "./problem-note.tsx";
import type { Yaml } from "./use-yaml.ts";

const HELP =
  "The same body as the form's. A member that is taken out is not set; of a change only what differs is sent. Secrets are given in the form.";

/** Chooses whether a body is written by controls or as YAML. */
export function YamlSwitch({ yaml }: Readonly<{ yaml: Yaml }>): VNode {
  const isYaml = yaml.writing.value !== undefined;
  return (
    <>
      <div class="chips" role="group" aria-label="How it is written">
        <button type="button" class="chip" aria-pressed={!isYaml} onClick={() => isYaml && yaml.leave()}>
          Form
        </button>
        <button
          type="button"
          class="chip"
          aria-pressed={isYaml}
          onClick={({ currentTarget: { form } }) => {
            if (form !== null && !isYaml) yaml.open(form).catch(() => undefined);
          }}
        >
          YAML
        </button>
      </div>
      <ProblemNote problem={yaml.problem.value} />
    </>
  );
}

type Given = Readonly<{ yaml: Yaml; faults: Readonly<Record<string, string>> }>;

/** The body as YAML; what is wrong is told at its line, and the line is chosen. */
export function YamlField({ yaml, faults }: Given): VNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const { text = "" } = yaml.writing.value ?? {};
  const fault = yaml.fault.value;
  useEffect(() => {
    if (fault !== undefined) chooseLine(area.current, fault.line);
  }, [fault]);
  const said = fault === undefined ? sayFaults(yaml, faults) : `Line ${fault.line}: ${fault.sentence}.`;
  return (
    <Field id="yaml" label="YAML" help={HELP} fault={said}>
      <textarea
        {...tied("yaml", HELP, said)}
        ref={area}
        class="code"
        rows={Math.max(16, text.split("\n").length + 1)}
        value={text}
        wrap="off"
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget: { value } }) => {
          if (yaml.writing.value !== undefined) yaml.writing.value = { ...yaml.writing.value, text: value };
          yaml.fault.value = undefined;
        }}
      />
    </Field>
  );
}

function sayFaults({ lineOf }: Yaml, faults: Readonly<Record<string, string>>): string | undefined {
  const said = Object.entries(faults).map(([member, message]) => {
    const line = lineOf(member);
    return line === undefined ? `${member}: ${message}` : `Line ${line}, ${member}: ${message}`;
  });
  return said.length === 0 ? undefined : said.join("; ");
}

function chooseLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
}
