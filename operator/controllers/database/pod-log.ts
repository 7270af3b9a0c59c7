import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";

const LOG_BYTES_MAX = 131_072;
const LINES_MAX = 200;
const TIMEOUT_MS = 5_000;

/** Reads the last lines of a pod's container; the API server of a customer need not heed limitBytes. */
export async function readPodLog(
  client: KubeClient,
  { namespace, name }: Readonly<{ namespace: string; name: string }>,
  container: string,
): Promise<string> {
  const query = `container=${container}&tailLines=${LINES_MAX}&limitBytes=${LOG_BYTES_MAX}`;
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/log?${query}`;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of (await client.stream(path, AbortSignal.timeout(TIMEOUT_MS))) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= LOG_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).subarray(0, LOG_BYTES_MAX).toString();
}
