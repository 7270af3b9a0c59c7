import { API_GROUP } from "../contract/identity.ts";
import type { ResourceDefinition } from "../contract/resources/definition.ts";

/**
 * Writes down how Argo CD tells the health of each kind, as members of its ConfigMap `argocd-cm`:
 *
 * 1. what stands still until a person acts is Degraded, also where that is said of a change that was not taken;
 * 2. else a change that the operator has not acted on is Progressing, whatever the status still says of the one before;
 * 3. else the phase's row in the contract decides; a phase of a newer release is Progressing, what runs and is not ready Degraded.
 */
export function healthChecks(resources: readonly ResourceDefinition[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    resources.map((resource) => [
      `resource.customizations.health.${API_GROUP}_${resource.kind}`,
      CHECK.replace("PHASES", phasesOf(resource)),
    ]),
  );
}

const phasesOf = ({ phases }: ResourceDefinition): string =>
  Object.entries(phases)
    .map(([phase, { health }]) => `  ${phase} = "${health}",`)
    .join("\n");

const CHECK = `local phases = {
PHASES
}
local status = obj.status or {}
local generation = obj.metadata.generation
local ready = nil
for _, condition in ipairs(status.conditions or {}) do
  if condition.type == "Stalled" and condition.status == "True" and condition.observedGeneration == generation then
    return { status = "Degraded", message = condition.message }
  end
  if condition.type == "Ready" then
    ready = condition
  end
end
if status.phase == nil or status.observedGeneration ~= generation then
  return { status = "Progressing", message = "Berth has not acted on the newest change yet" }
end
local health = phases[status.phase] or "Progressing"
if health == "Healthy" and ready ~= nil and ready.status == "False" then
  return { status = "Degraded", message = ready.message }
end
return { status = health, message = status.errorMessage or status.phase }
`;
