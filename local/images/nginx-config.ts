import { renderAccounts } from "./accounts.ts";
import type { LayerEntry } from "./layer-entry.ts";

/** The port at which nginx listens, and whether it begins as root. */
type NginxSettings = Readonly<{ port: number; isRoot: boolean }>;

/** Renders the files that make the distribution's nginx run as the image of that name does. */
export function renderNginxFiles({ port, isRoot }: NginxSettings): readonly LayerEntry[] {
  const file = (path: string, content: string): LayerEntry => ({ type: "file", path, mode: 0o644, content });
  return [
    ...renderAccounts(),
    { type: "folder", path: "tmp", mode: 0o1777 },
    { type: "folder", path: "run", mode: 0o1777 },
    { type: "folder", path: "var/lib/nginx", mode: 0o1777 },
    { type: "link", path: "var/log/nginx/access.log", mode: 0o777, target: "/dev/stdout" },
    { type: "link", path: "var/log/nginx/error.log", mode: 0o777, target: "/dev/stderr" },
    file("etc/nginx/nginx.conf", nginxConf(isRoot)),
    file("etc/nginx/conf.d/default.conf", serverConf(port)),
  ];
}

function nginxConf(isRoot: boolean): string {
  const own = isRoot ? "user nginx;\npid /run/nginx.pid;" : "pid /tmp/nginx.pid;";
  return `${own}
worker_processes auto;
error_log /var/log/nginx/error.log notice;
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
