import type { KubeClientOptions } from "./kube-client.ts";

const MEBIBYTE = 1024 * 1024;

/**
 * What an API server that is somebody else's may send: parsed, an answer of nothing but empty objects takes more than
 * twenty times its bytes, and who answers for ever would be read for ever. Pages are small, as whole pods are large; objects
 * are counted, as what is kept of each is more than the two bytes that it may be.
 */
export const FOREIGN_BOUNDS = {
  responseBytesMax: 4 * MEBIBYTE,
  listBytesMax: 8 * MEBIBYTE,
  listObjectsMax: 30_000,
  pageObjects: 100,
} as const satisfies KubeClientOptions;
