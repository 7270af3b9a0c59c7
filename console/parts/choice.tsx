import type { Signal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";

/** Something that is so or not, with its sentence. */
export function Choice({ value, children }: Readonly<{ value: Signal<boolean>; children: ComponentChildren }>): VNode {
  return (
    <label class="choice">
      <input type="checkbox" checked={value.value} onChange={(event) => (value.value = event.currentTarget.checked)} />
      {children}
    </label>
  );
}
