import { UNPRIVILEGED_NGINX_IMAGE } from "../../local/images/tour-images.ts";
import type { ChartScene } from "./chart-scene.ts";

/** A namespace that the guide's values let in. */
export const FRONT_NAMESPACE = "ingress-nginx";
const FRONT = { namespace: FRONT_NAMESPACE, name: "front" };

/** Lets people in to an installed gateway, on the node that is named; answers where. */
export async function openChartFront({ cluster }: ChartScene, nodeName?: string): Promise<string> {
  await cluster.apply(front(nodeName));
  const { namespace, name } = FRONT;
  return `http://${await cluster.kubectl("-n", namespace, "get", "service", name, "-o", "jsonpath={.spec.clusterIP}")}`;
}

function list(items: readonly object[]): object {
  return { apiVersion: "v1", kind: "List", items };
}

/** What an ingress controller does, without a second try that would hide a failure. It stays where no node is drained. */
function front(nodeName: string | undefined): object {
  const labels = { app: FRONT.name };
  const server = `server {
  listen 8080;
  client_max_body_size 8m;
  location / {
    proxy_pass http://berth-gateway.berth-system.svc.cluster.local;
    proxy_http_version 1.1;
    proxy_next_upstream off;
    proxy_buffering off;
    proxy_read_timeout 600s;
    proxy_set_header Host $host;
    proxy_set_header Connection "";
  }
}
`;
  const container = {
    name: "nginx",
    image: UNPRIVILEGED_NGINX_IMAGE,
    volumeMounts: [{ name: "servers", mountPath: "/etc/nginx/conf.d" }],
    readinessProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1 },
  };
  return list([
    { apiVersion: "v1", kind: "Namespace", metadata: { name: FRONT.namespace } },
    { apiVersion: "v1", kind: "ConfigMap", metadata: FRONT, data: { "default.conf": server } },
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...FRONT, labels },
      spec: {
        ...(nodeName !== undefined && { nodeName }),
        containers: [container],
        volumes: [{ name: "servers", configMap: { name: FRONT.name } }],
      },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: FRONT,
      spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
    },
  ]);
}
