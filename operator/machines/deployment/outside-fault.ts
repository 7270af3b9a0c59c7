/**
 * Tells from what Argo CD says whose fault a failure is. Its conditions have one type for all that goes wrong, so that the
 * sentence decides: what does not name the manifest is no fault of who wrote it.
 */
const OUTSIDE =
  /connection (refused|reset)|no such host|no route to host|network is unreachable|server misbehaving|time(d )?-?out|deadline exceeded|TLS handshake|x509|\bEOF\b|code = (Unavailable|DeadlineExceeded|Canceled|ResourceExhausted|Unauthenticated)|too many requests|service unavailable|bad gateway|internal error occurred|failed calling webhook|etcdserver|cluster cache|synchronizing cache/i;
const MANIFEST =
  /manifest generation error|helm template|execution error|error (parsing|unmarshal|converting|validating)|failed to (parse|unmarshal|render)|yaml: |schema|chart .{0,200}not found|no chart version|improper constraint|app path does not exist/i;

/** Tells whether a failure came from outside: a network, a server or a registry that is away. */
export function isOutside(message: string): boolean {
  return OUTSIDE.test(message);
}

/** Tells whether a failed comparison is the manifest's own fault. */
export function namesManifest(message: string): boolean {
  return MANIFEST.test(message) && !isOutside(message);
}
