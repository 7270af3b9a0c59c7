/** Takes what stands on a cluster, which is its people's to write, for a reason only where it is one word. */
export function clusterWord(reason: string, otherwise: string): string {
  return /^[A-Za-z]{1,64}$/.test(reason) ? reason : otherwise;
}
