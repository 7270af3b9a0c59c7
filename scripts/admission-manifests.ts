import { ADMISSION_POLICIES, TRUSTED_ACCOUNTS, type AdmissionPolicy } from "../contract/admission.ts";

const API_VERSION = "admissionregistration.k8s.io/v1";

/** A ValidatingAdmissionPolicy or its binding. */
export type AdmissionManifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{ name: string }>;
  spec: object;
}>;

/** Derives the policies and their bindings; `accounts` is a CEL list, or what stands for one. */
export function admissionManifests(accounts: string): AdmissionManifest[] {
  return ADMISSION_POLICIES.flatMap((policy) => [policyOf(policy, accounts), bindingOf(policy)]);
}

function policyOf(policy: AdmissionPolicy, accounts: string): AdmissionManifest {
  const { name, group, version, resources, operations, rules } = policy;
  const rule = { apiGroups: [group], apiVersions: [version], operations, resources };
  const validations = rules.map(({ cel, message }) => ({
    expression: cel.replaceAll(TRUSTED_ACCOUNTS, accounts),
    message,
    reason: "Invalid",
  }));
  return {
    apiVersion: API_VERSION,
    kind: "ValidatingAdmissionPolicy",
    metadata: { name },
    spec: { failurePolicy: "Fail", matchConstraints: { resourceRules: [rule] }, validations },
  };
}

function bindingOf({ name }: AdmissionPolicy): AdmissionManifest {
  return {
    apiVersion: API_VERSION,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name },
    spec: { policyName: name, validationActions: ["Deny"] },
  };
}
