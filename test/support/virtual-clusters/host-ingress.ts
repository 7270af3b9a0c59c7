/*
 * What ingress-nginx is for a host: its program cannot be had here (an nginx of its own build, with Lua modules, comes by its
 * image alone). The front of the embedded platform plays it, for Ingresses and nothing else: by TLS with the Secrets that they
 * name, and by plain HTTP, where an authority asks. It goes on by a pod in ingress-nginx's namespace: tenants' network policies
 * let in no stranger.
 */
import { once } from "node:events";
import { createServer as createPlain, request as ask, type Server as PlainServer } from "node:http";
import type { Server } from "node:https";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { INGRESSES, NAMESPACES, PODS, SECRETS, SERVICES } from "../../../adapters/kubernetes/resource-types.ts";
import { createAppsFront } from "../../../local/apps/apps-front.ts";
import { chooseRoute, deriveRoutes, type Ingress, type Route, type Service } from "../../../local/apps/route-table.ts";
import { Authority } from "../../../local/nodes/authority.ts";
import { UNPRIVILEGED_NGINX_IMAGE } from "../../../local/images/tour-images.ts";
import { applyAll } from "../apply-all.ts";
import { eventually } from "../eventually.ts";
import { hangUp } from "../listen.ts";

/** An ingress controller that answers at one address. */
export type HostIngress = Readonly<{
  /** Says on the host where it answers. */
  announce: () => Promise<void>;
  stop: () => Promise<void>;
}>;
type Manifest = Parameters<typeof applyAll>[1][number];
type Parts = Readonly<{ client: KubeClient; address: string; dir: string }>;
type Tls = Readonly<{ hosts?: readonly string[]; secretName?: string }>;
type Routed = Ingress & KubeObject & Readonly<{ spec?: Readonly<{ tls?: readonly Tls[] }> }>;
type Secret = KubeObject & Readonly<{ data?: Readonly<Record<string, string>> }>;

const CONTROLLER = { namespace: "ingress-nginx", name: "ingress-nginx-controller" } as const;
const NO_ROUTES = { gateways: [], listenerSets: [], routes: [] };
const HOP = { namespace: CONTROLLER.namespace, name: "hop" } as const;
const HOP_PORT = 8080;
const PATIENCE_MS = 5 * 60_000;
const EVERY_MS = 200;
const BY = { fieldManager: "test" } as const;

/** Starts it, with the Service by which the bundle's is known. */
export async function startHostIngress({ client, address, dir }: Parts): Promise<HostIngress> {
  await describe(client, address);
  await announce(client, address);
  const hop = await eventually(() => readyHop(client), PATIENCE_MS);
  const { certificate: cert, key } = await (await Authority.open(dir)).issue({ commonName: "none", names: ["none"] });
  let table: ReturnType<typeof deriveRoutes> = new Map();
  const choose = (host: string, url: string): Route | undefined => {
    const route = chooseRoute(table, { host, url });
    if (route?.kind !== "service") return route;
    return { ...route, address: hop, port: HOP_PORT, path: `/${route.address}:${route.port}${route.path}` };
  };
  const find = (host: string, url: string): Promise<Route | undefined> => Promise.resolve(choose(host, url));
  const secure = createAppsFront({ key, cert }, find);
  const plain = createPlain((request, response) => {
    const route = choose((request.headers.host ?? "").replace(/:\d+$/, ""), request.url ?? "/");
    if (route?.kind !== "service") response.writeHead(404).end();
    else {
      const to = { host: route.address, port: route.port, path: route.path, headers: request.headers, agent: false };
      const asked = ask(to, (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502)));
      asked.on("error", () => response.writeHead(502).end()).end();
    }
  });
  const known = new Map<string, string>();
  const read = async (): Promise<void> => {
    const [{ items: ingresses }, { items: services }, { items: secrets }] = await Promise.all([
      client.list<Routed>(INGRESSES),
      client.list<Service & KubeObject>(SERVICES),
      client.list<Secret>(SECRETS),
    ]);
    table = deriveRoutes([{ isReal: true, ingresses, services, gateway: NO_ROUTES }]);
    certify(secure, { ingresses, secrets, known });
  };
  await read();
  let reading: Promise<void> | undefined;
  const timer = setInterval(() => {
    // One that takes longer than that is waited for.
    reading ??= read()
      .catch((error: unknown) => console.log(`      the ingress controller could not read: ${String(error)}`))
      .finally(() => (reading = undefined));
  }, EVERY_MS);
  await Promise.all([listen(secure, 443, address), listen(plain, 80, address)]);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await reading;
    for (const server of [secure, plain]) {
      await hangUp(server);
    }
  };
  return { announce: () => announce(client, address), stop };
}

/** What the bundle's chart makes of it, as far as others look at it; its pods' place is this machine's. */
async function describe(client: KubeClient, ip: string): Promise<void> {
  const ports = [80, 443].map((port) => ({ name: String(port), port, protocol: "TCP" }));
  await client.create(NAMESPACES, { metadata: { name: CONTROLLER.namespace } }, BY);
  const objects = [
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "IngressClass",
      metadata: { name: "nginx" },
      spec: { controller: "k8s.io/ingress-nginx" },
    },
    { apiVersion: "v1", kind: "Service", metadata: CONTROLLER, spec: { type: "LoadBalancer", ports } },
    {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { ...CONTROLLER, labels: { "kubernetes.io/service-name": CONTROLLER.name } },
      addressType: "IPv4",
      endpoints: [{ addresses: [ip] }],
      ports,
    },
  ] as const;
  await applyAll(client, [...objects, ...renderHop()]);
}

/** Leads on to whatever address a path begins with, without a second try that would hide a failure. */
const HOP_SERVER = `server {
  listen ${HOP_PORT};
  client_max_body_size 0;
  location ~ ^/(?<target>[0-9.]+:[0-9]+)(?<rest>/.*)$ {
    proxy_pass http://$target$rest$is_args$args;
    proxy_http_version 1.1;
    proxy_next_upstream off;
    proxy_set_header Host $http_host;
    proxy_set_header Connection "";
  }
}
`;

function renderHop(): readonly Manifest[] {
  const container = {
    name: "nginx",
    image: UNPRIVILEGED_NGINX_IMAGE,
    volumeMounts: [{ name: "servers", mountPath: "/etc/nginx/conf.d" }],
    readinessProbe: { tcpSocket: { port: HOP_PORT }, periodSeconds: 1 },
  };
  const volumes = [{ name: "servers", configMap: { name: HOP.name } }];
  const objects = [
    { apiVersion: "v1", kind: "ConfigMap", metadata: HOP, data: { "default.conf": HOP_SERVER } },
    { apiVersion: "v1", kind: "Pod", metadata: HOP, spec: { containers: [container], volumes } },
  ];
  return objects;
}

type Hop = KubeObject &
  Readonly<{
    status?: Readonly<{ podIP?: string; conditions?: readonly Readonly<{ type: string; status: string }>[] }>;
  }>;

async function readyHop(client: KubeClient): Promise<string> {
  const { status } = (await client.get<Hop>(PODS, HOP)) ?? {};
  const isReady = status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") === true;
  if (!isReady || status.podIP === undefined) throw new Error("The hop of the ingress controller is not ready");
  return status.podIP;
}

async function announce(client: KubeClient, ip: string): Promise<void> {
  const path = `/api/v1/namespaces/${CONTROLLER.namespace}/services/${CONTROLLER.name}/status`;
  const body = { status: { loadBalancer: { ingress: [{ ip }] } } };
  await client.request("PATCH", path, { body, contentType: "application/merge-patch+json" });
}

type Certified = Readonly<{
  ingresses: readonly Routed[];
  secrets: readonly Secret[];
  /** Which certificate each host has by now. */
  known: Map<string, string>;
}>;

function certify(server: Server, { ingresses, secrets, known }: Certified): void {
  const held = new Map(secrets.map(({ metadata, data }) => [keyOf(metadata, metadata.name), data]));
  const named = ingresses.flatMap(({ metadata, spec }) =>
    (spec?.tls ?? []).map(({ hosts = [], secretName = "" }) => ({
      hosts,
      data: held.get(keyOf(metadata, secretName)),
    })),
  );
  for (const { hosts, data } of named) {
    const { "tls.crt": cert, "tls.key": key } = data ?? {};
    if (cert === undefined || key === undefined) continue;
    for (const host of hosts.filter((one) => known.get(one) !== cert)) {
      known.set(host, cert);
      server.addContext(host, { cert: Buffer.from(cert, "base64"), key: Buffer.from(key, "base64") });
    }
  }
}

function keyOf({ namespace = "" }: Readonly<{ namespace?: string }>, name: string): string {
  return `${namespace}/${name}`;
}

async function listen(server: Server | PlainServer, port: number, address: string): Promise<void> {
  server.listen(port, address);
  await once(server, "listening");
}
