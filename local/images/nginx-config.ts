import type { LayerEntry } from "./layer-entry.ts";

const ACCOUNTS = [
  "root:x:0:0:root:/root:/bin/sh",
  "www-data:x:33:33:www-data:/var/www:/bin/false",
  "nginx:x:101:101:nginx:/nonexistent:/bin/false",
  "nobody:x:65534:65534:nobody:/nonexistent:/bin/false",
];

/** Renders the files that make the distribution's nginx run as the image of that name does. */
export function renderNginxFiles({
  port,
  pidFile,
}: Readonly<{ port: number; pidFile: string }>): readonly LayerEntry[] {
  const file = (path: string, content: string): LayerEntry => ({ type: "file", path, mode: 0o644, content });
  return [
    ...renderAccounts(),
    { type: "folder", path: "tmp", mode: 0o1777 },
    { type: "folder", path: "run", mode: 0o1777 },
    { type: "folder", path: "var/lib/nginx", mode: 0o1777 },
    { type: "link", path: "var/log/nginx/access.log", mode: 0o777, target: "/dev/stdout" },
    { type: "link", path: "var/log/nginx/error.log", mode: 0o777, target: "/dev/stderr" },
    file("etc/nginx/nginx.conf", nginxConf(pidFile)),
    file("etc/nginx/conf.d/default.conf", serverConf(port)),
  ];
}

/** Renders who a container can be. */
export function renderAccounts(): readonly LayerEntry[] {
  const groups = ACCOUNTS.map((account) => account.split(":", 3).join(":"));
  return [
    { type: "file", path: "etc/passwd", mode: 0o644, content: `${ACCOUNTS.join("\n")}\n` },
    { type: "file", path: "etc/group", mode: 0o644, content: `${groups.join(":\n")}:\n` },
  ];
}

function nginxConf(pidFile: string): string {
  return `worker_processes auto;
error_log /var/log/nginx/error.log notice;
pid ${pidFile};
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log /var/log/nginx/access.log;
  client_body_temp_path /tmp/client_temp;
  proxy_temp_path /tmp/proxy_temp;
  fastcgi_temp_path /tmp/fastcgi_temp;
  uwsgi_temp_path /tmp/uwsgi_temp;
  scgi_temp_path /tmp/scgi_temp;
  sendfile on;
  keepalive_timeout 65;
  include /etc/nginx/conf.d/*.conf;
}
`;
}

function serverConf(port: number): string {
  return `server {
  listen ${port};
  server_name localhost;
  location / {
    root /usr/share/nginx/html;
    index index.html index.htm;
  }
}
`;
}
