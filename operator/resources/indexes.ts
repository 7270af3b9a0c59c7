import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { LABELS } from "../../contract/identity.ts";

/** By what objects of one kind are found, in memory: each entry says under which words an object stands. */
export type Indexes = Readonly<Record<string, (object: never) => readonly string[]>>;

type Handled = KubeObject & Readonly<{ status?: Readonly<{ handle?: string | undefined }> }>;

/** By what stays with an object for life. */
export const LIFELONG = {
  id: ({ metadata }: KubeObject) => present(metadata.labels?.[LABELS.id]),
  handle: ({ status }: Handled) => present(status?.handle),
} as const;

/** Returns the one word that there may be. */
export function present(value: string | undefined): readonly string[] {
  return value === undefined || value === "" ? [] : [value];
}
