const NAME = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

/** Tells whether an object of Kubernetes may be called so. */
export function isKubernetesName(name: string): boolean {
  return NAME.test(name);
}

/** Returns a name that may stand in a query; throws where it is none. */
export function kubernetesName(name: string): string {
  if (!isKubernetesName(name)) throw new TypeError("What is asked for is no name of Kubernetes");
  return name;
}
