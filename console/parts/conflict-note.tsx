import type { VNode } from "preact";
import type { FormField } from "../view/form-fields.ts";

type Texts = Readonly<Record<string, string>>;
type Given = Readonly<{ fields: readonly FormField[]; before: Texts; now: Texts | undefined }>;

/** Says what somebody else changed since the form was opened; nothing where nobody did. */
export function ConflictNote({ fields, before, now }: Given): VNode | null {
  if (now === undefined) return null;
  const changed = fields.filter(({ name }) => now[name] !== before[name]);
  return (
    <div class="note note-warn" role="status">
      <p>
        <b>Somebody changed it meanwhile.</b> What you have entered is kept; only that is sent. Look at what is new,
        then go on.
      </p>
      {changed.length === 0 && <p>Nothing that this form shows.</p>}
      <ul>
        {changed.map(({ name, label }) => (
          <li key={name}>
            {label}: <code>{before[name] === "" ? "not set" : before[name]}</code> became{" "}
            <code>{now[name] === "" ? "not set" : now[name]}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
