import type { ComponentChildren, VNode } from "preact";

type Given = Readonly<{
  /** The name of the control, by which label, help and fault belong to it. */
  id: string;
  label: string;
  help?: ComponentChildren;
  fault?: string | undefined;
  children: ComponentChildren;
}>;

/** A control with its label above it, and below what helps or what is wrong. */
export function Field({ id, label, help, fault, children }: Given): VNode {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {help !== undefined && (
        <p class="faint" id={`${id}-help`}>
          {help}
        </p>
      )}
      {fault !== undefined && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

/** The attributes that tie a control to what its field says. */
export function tied(id: string, help: unknown, fault: unknown): Record<string, string | undefined> {
  const said = [help === undefined ? "" : `${id}-help`, fault === undefined ? "" : `${id}-fault`].filter(Boolean);
  return {
    id,
    "aria-describedby": said.length === 0 ? undefined : said.join(" "),
    "aria-invalid": fault === undefined ? undefined : "true",
  };
}
