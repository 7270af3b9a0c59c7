import type { LayerEntry } from "./layer-entry.ts";

const ACCOUNTS = [
  "root:x:0:0:root:/root:/bin/sh",
  "www-data:x:33:33:www-data:/var/www:/bin/false",
  "nginx:x:101:101:nginx:/nonexistent:/bin/false",
  "nobody:x:65534:65534:nobody:/nonexistent:/bin/false",
];
const GROUPS = ["root:x:0:", "www-data:x:33:", "nginx:x:101:", "nogroup:x:65534:"];

/** A user with a group of the same name and number. */
type Account = Readonly<{ name: string; id: number }>;

/** Renders who a container can be: everybody's accounts and those of its own. */
export function renderAccounts(own: readonly Account[] = []): readonly LayerEntry[] {
  const users = own.map(({ name, id }) => `${name}:x:${id}:${id}:${name}:/tmp:/bin/sh`);
  const groups = own.map(({ name, id }) => `${name}:x:${id}:`);
  return [
    { type: "file", path: "etc/passwd", mode: 0o644, content: `${[...ACCOUNTS, ...users].join("\n")}\n` },
    { type: "file", path: "etc/group", mode: 0o644, content: `${[...GROUPS, ...groups].join("\n")}\n` },
  ];
}
