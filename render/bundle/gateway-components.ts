import { GATEWAY, GATEWAY_CLASS } from "../charts/gateway-names.ts";
import type { BundleComponent } from "./component.ts";
import { gatewayIssuer } from "./issuer-component.ts";
import { ENVOY_GATEWAY_PROGRAM } from "./own-settings.ts";

/** Runs Gateways; its chart brings the kinds of the Gateway API along. */
const ENVOY_GATEWAY: BundleComponent = {
  component: "envoy-gateway",
  purpose: "Runs the cluster's Gateway, and brings the kinds of the Gateway API.",
  // A registry: Argo CD takes an address without a scheme for one.
  repository: "docker.io/envoyproxy",
  chart: "gateway-helm",
  versions: { stable: "v1.9.1", latest: "v1.9.1" },
  namespace: "envoy-gateway-system",
  values: {
    deployment: { envoyGateway: { resources: { requests: { cpu: "50m", memory: "128Mi" } } } },
    // It would look at every pod of the cluster, for routing by zone.
    topologyInjector: { enabled: false },
  },
  profiles: ["standard", "imported"],
  routing: "gateway",
  own: {
    // What the Gateway, its routes and listeners say, and what their lengths and patience say to Envoy.
    kinds: [
      ...["gatewayclasses", "gateways", "httproutes", "listenersets", "tcproutes"].map(
        (plural) => `${plural}.gateway.networking.k8s.io/v1`,
      ),
      ...["backendtrafficpolicies", "envoyproxies", "httproutefilters"].map(
        (plural) => `${plural}.gateway.envoyproxy.io/v1alpha1`,
      ),
    ],
    // The only one that was tried.
    versionMin: "1.9",
    sharesKinds: true,
    program: ENVOY_GATEWAY_PROGRAM,
  },
  skipOnAutopilot:
    "GKE brings the kinds of the Gateway API of its own version there, and whether Envoy Gateway runs beside them was not tried",
  footprint: {
    crds: [
      ...[
        "backendtlspolicies",
        "gatewayclasses",
        "gateways",
        "grpcroutes",
        "httproutes",
        "listenersets",
        "referencegrants",
        "tcproutes",
        "tlsroutes",
        "udproutes",
      ].map((plural) => `${plural}.gateway.networking.k8s.io`),
      ...["xbackends", "xbackendtrafficpolicies", "xmeshes"].map((plural) => `${plural}.gateway.networking.x-k8s.io`),
      ...[
        "backends",
        "backendtrafficpolicies",
        "clienttrafficpolicies",
        "envoyextensionpolicies",
        "envoypatchpolicies",
        "envoyproxies",
        "httproutefilters",
        "securitypolicies",
      ].map((plural) => `${plural}.gateway.envoyproxy.io`),
    ],
    clusterRoles: ["envoy-gateway-gateway-helm-envoy-gateway-role"],
    clusterRoleBindings: ["envoy-gateway-gateway-helm-envoy-gateway-rolebinding"],
    admissionPolicies: ["safe-upgrades.gateway.networking.k8s.io"],
    images: ["envoyproxy/gateway"],
  },
};

/** The Gateway itself: its class, its listeners, and the way from plain HTTP to HTTPS. */
export const CLUSTER_GATEWAY: BundleComponent = {
  component: "gateway",
  purpose: "Is where requests from outside come in, for all deployments of the cluster.",
  chart: "gateway",
  versions: { stable: "1.1.0", latest: "1.1.0" },
  namespace: GATEWAY.namespace,
  values: {},
  valuesUnder: (installation) => ({ appsDomain: installation.appsDomain, ...gatewayIssuer(installation) }),
  valuesOn: {
    // The embedded platform's front plays the controller; it has a certificate of its own.
    ...Object.fromEntries(
      ["local-both", "local-gateway"].map((profile) => [profile, { controller: "berth.dev/local-front", envoy: null }]),
    ),
  },
  profiles: ["standard", "imported", "local"],
  routing: "gateway",
  footprint: { gatewayClasses: [GATEWAY_CLASS] },
};

/** Lists what requests need to come in by the Gateway API. */
export const GATEWAY_COMPONENTS: readonly BundleComponent[] = [ENVOY_GATEWAY, CLUSTER_GATEWAY];
