import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { DomainCard } from "./domain-card.tsx";
import { EnvironmentCard } from "./environment-card.tsx";
import { ImagesCard } from "./images-card.tsx";

/** What a deployment was set to, beside how that is going. */
export function ConfigurationTab({ deployment }: Readonly<{ deployment: Output<"getDeployment"> }>): VNode {
  return (
    <div class="halves">
      <EnvironmentCard variables={deployment.environment_variables ?? []} />
      <DomainCard deployment={deployment} />
      <ImagesCard deployment={deployment} />
    </div>
  );
}
