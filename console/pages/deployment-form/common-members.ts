/** What every application has; what else there is stands behind one fold. */
export const COMMON_MEMBERS: ReadonlySet<string> = new Set([
  "docker_image",
  "replicas",
  "container_port",
  "environment_variables",
  "custom_domain",
]);
