import type { Signal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";

type Given = Readonly<{
  id: string;
  label: string;
  value: Signal<string>;
  isFixed?: boolean;
  children: ComponentChildren;
}>;

/** One of a few, as wide as its words; its label is read out and not drawn. */
export function FittingSelect({ id, label, value, isFixed = false, children }: Given): VNode {
  return (
    <>
      <label class="unseen" for={id}>
        {label}
      </label>
      <select
        id={id}
        class="fitting"
        value={value.value}
        disabled={isFixed}
        onChange={(event) => (value.value = event.currentTarget.value)}
      >
        {children}
      </select>
    </>
  );
}
