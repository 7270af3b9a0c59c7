import { isAlreadyExists } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import type { AmountLimits } from "../../contract/quotas.ts";
import { showLimits } from "./namespace-limits.ts";
import { FIELD_MANAGERS, LABELS, organizationNamespace } from "../../contract/identity.ts";

/** Makes the namespaces of organizations before their first resource. */
export interface OrganizationNamespaces {
  /** Returns the namespace's name; it exists afterwards, labelled with its organization. */
  ensure(organization: Readonly<{ organizationId: string; slug: string }>): Promise<string>;
  /** Returns the namespace's name, and whether it is there; makes nothing. */
  find(organization: Readonly<{ slug: string }>): Promise<Readonly<{ name: string; exists: boolean }>>;
  /** Forgets that a namespace exists: somebody has deleted it. */
  forget(name: string): void;
}

/** Creates the keeper of namespaces; what it has seen once it does not ask for again. */
export function createOrganizationNamespaces(
  kube: KubeClient,
  limitsOf: (organizationId: string) => Promise<AmountLimits | undefined>,
): OrganizationNamespaces {
  const seen = new Set<string>();
  return {
    async ensure({ organizationId, slug }) {
      const name = organizationNamespace(slug);
      if (seen.has(name)) return name;
      const metadata = { name, labels: { [LABELS.organizationId]: organizationId } };
      try {
        await kube.create(
          NAMESPACES,
          { apiVersion: "v1", kind: "Namespace", metadata },
          { fieldManager: FIELD_MANAGERS.api },
        );
        const amounts = await limitsOf(organizationId);
        if (amounts !== undefined) await showLimits(kube, slug, { counts: {}, amounts });
      } catch (error) {
        // One that is there shows its limits, or the sweep has it do so: here its numbers would be lost.
        if (!isAlreadyExists(error)) throw error;
      }
      seen.add(name);
      return name;
    },
    async find({ slug }) {
      const name = organizationNamespace(slug);
      if (!seen.has(name) && (await kube.get(NAMESPACES, { name })) !== undefined) seen.add(name);
      return { name, exists: seen.has(name) };
    },
    forget: (name) => void seen.delete(name),
  };
}
