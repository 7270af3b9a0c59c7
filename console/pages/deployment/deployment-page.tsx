import type { VNode } from "preact";
import { PageHead } from "../../parts/page-head.tsx";

/** One deployment. */
export function DeploymentPage(): VNode {
  return <PageHead title="Deployment" />;
}
