import type { LayerEntry } from "./layer-entry.ts";

const ACCOUNTS = [
  "root:x:0:0:root:/root:/bin/sh",
  "www-data:x:33:33:www-data:/var/www:/bin/false",
  "nginx:x:101:101:nginx:/nonexistent:/bin/false",
  "nobody:x:65534:65534:nobody:/nonexistent:/bin/false",
];
const GROUPS = ["root:x:0:", "www-data:x:33:", "nginx:x:101:", "nogroup:x:65534:"];

/** Renders who a container can be. */
export function renderAccounts(): readonly LayerEntry[] {
  return [
    { type: "file", path: "etc/passwd", mode: 0o644, content: `${ACCOUNTS.join("\n")}\n` },
    { type: "file", path: "etc/group", mode: 0o644, content: `${GROUPS.join("\n")}\n` },
  ];
}
