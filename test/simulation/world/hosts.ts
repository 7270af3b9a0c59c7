/** Names what the operators of a world have outside. */
export const HOSTS = {
  appsDomain: "apps.test",
  dns: "external-dns",
  wildcardIssuer: { kind: "ClusterIssuer", name: "dns" },
  registryHost: "registry.test",
} as const;
