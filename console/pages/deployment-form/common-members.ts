/** Of every application; what else there is stands behind one fold. */
export const COMMON_MEMBERS = [
  "docker_image",
  "replicas",
  "container_port",
  "environment_variables",
  "custom_domain",
] as const;
