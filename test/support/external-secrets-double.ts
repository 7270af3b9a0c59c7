import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";

type Spec = Readonly<{
  data: readonly Readonly<{ secretKey: string; remoteRef: Readonly<{ key: string; property: string }> }>[];
  target: Readonly<{ template?: Readonly<{ data?: Readonly<Record<string, string>> }> }>;
}>;

/**
 * Makes what the External Secrets operator would put into the Secret of an ExternalSecret: each value is read from the store
 * by its key, and the templates are filled with them. A template of more than a name in braces is not understood.
 */
export async function syncExternalSecret(
  external: KubeObject,
  read: (key: string) => Promise<string | undefined>,
): Promise<Record<string, string>> {
  const { data, target } = external["spec"] as Spec;
  const values = new Map<string, string>();
  for (const { secretKey, remoteRef } of data) {
    const value = remoteRef.property === "value" ? await read(remoteRef.key) : undefined;
    if (value === undefined) throw new Error(`could not get secret data from provider: ${remoteRef.key}`);
    values.set(secretKey, value);
  }
  const fill = (template: string): string =>
    template.replaceAll(/\{\{ *(.*?) *\}\}/g, (_, inner: string) => {
      const value = /^\.\w+$/.test(inner) ? values.get(inner.slice(1)) : undefined;
      if (value === undefined) throw new Error(`could not execute template: ${inner}`);
      return value;
    });
  const templates = Object.entries(target.template?.data ?? {});
  return Object.fromEntries(templates.map(([name, template]) => [name, fill(template)]));
}
