/** A condition, as every object of the Gateway API has them. */
export type Condition = Readonly<{
  type: string;
  status: string;
  reason: string;
  message: string;
  observedGeneration?: number;
  lastTransitionTime: string;
}>;
type Metadata = Readonly<{ namespace: string; name: string; generation?: number }>;

/** A listener of a Gateway or ListenerSet as far as the front serves it. */
export type Listener = Readonly<{
  name: string;
  port: number;
  protocol: string;
  hostname?: string;
  tls?: Readonly<{ certificateRefs?: readonly Readonly<{ name: string }>[] }>;
  allowedRoutes?: Readonly<{ namespaces?: Readonly<{ from?: string }> }>;
}>;

/** What a route or a ListenerSet is attached to. */
export type ParentRef = Readonly<{ kind?: string; namespace?: string; name: string; sectionName?: string }>;

export type GatewayClass = Readonly<{
  metadata: Readonly<{ name: string; generation?: number }>;
  spec: Readonly<{ controllerName: string }>;
  status?: unknown;
}>;
export type Gateway = Readonly<{
  metadata: Metadata;
  spec: Readonly<{ gatewayClassName: string; listeners?: readonly Listener[] }>;
  status?: unknown;
}>;
export type ListenerSet = Readonly<{
  metadata: Metadata;
  spec: Readonly<{ parentRef: ParentRef; listeners?: readonly Listener[] }>;
  status?: unknown;
}>;

/** A rule of a route as far as the front follows it. */
export type RouteRule = Readonly<{
  matches?: readonly Readonly<{
    path?: Readonly<{ type?: string; value?: string }>;
    headers?: readonly Readonly<{ type?: string; name: string; value: string }>[];
  }>[];
  filters?: readonly Readonly<{
    type: string;
    urlRewrite?: Readonly<{ path?: Readonly<{ type?: string; replaceFullPath?: string }> }>;
    extensionRef?: Readonly<{ kind: string; name: string }>;
  }>[];
  backendRefs?: readonly Readonly<{ name: string; port?: number }>[];
}>;
export type HttpRoute = Readonly<{
  metadata: Metadata;
  spec: Readonly<{ parentRefs?: readonly ParentRef[]; hostnames?: readonly string[]; rules?: readonly RouteRule[] }>;
  status?: unknown;
}>;

/** What answers in an application's place, a kind of Envoy Gateway's. */
export type RouteFilter = Readonly<{
  metadata: Metadata;
  spec: Readonly<{ directResponse?: Readonly<{ statusCode?: number; body?: Readonly<{ inline?: string }> }> }>;
}>;
/** What holds of requests beside their route, a kind of Envoy Gateway's. */
export type TrafficPolicy = Readonly<{
  metadata: Metadata;
  spec: Readonly<{
    targetRefs?: readonly Readonly<{ kind: string; name: string }>[];
    timeout?: Readonly<{ http?: Readonly<{ streamIdleTimeout?: string }> }>;
  }>;
}>;

/** What one cluster has of the Gateway API. */
export type GatewayObjects = Readonly<{
  gateways: readonly Gateway[];
  listenerSets: readonly ListenerSet[];
  routes: readonly HttpRoute[];
  filters?: readonly RouteFilter[];
  policies?: readonly TrafficPolicy[];
}>;

export const GATEWAY_GROUP = "gateway.networking.k8s.io";
/** Where API servers have the Gateway API. */
export const GATEWAY_API = `/apis/${GATEWAY_GROUP}/v1`;

/** Where API servers have Envoy Gateway's kinds. */
export const ENVOY_API = "/apis/gateway.envoyproxy.io/v1alpha1";

/** Where the front serves the Gateway API at all: the class of charts/components/gateway. */
export const SERVED_CLASS = "berth";
