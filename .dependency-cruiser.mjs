/**
 * Import rules of docs/adr/0001: which room may reach into which. Each rule has a fixture in test/fixtures/depcruise that
 * must fail (test/imports.test.ts).
 */
const at = (path) => `^${path}`;
const npm = (names) => `node_modules/(?:${names})/`;

const onlyIn = (name, packages, homes) => ({
  name,
  severity: "error",
  comment: `${packages} is imported in one place only, so that its faults are translated in one place.`,
  from: {
    path: at("(?:api|berthctl|operator|adapters|contract|render|local)/"),
    pathNot: homes.map(at),
  },
  to: { path: npm(packages) },
});

export default {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "contract-is-pure",
      severity: "error",
      from: { path: at("contract/") },
      to: { pathNot: [at("contract/"), npm("zod")] },
    },
    {
      name: "render-is-pure",
      severity: "error",
      from: { path: at("render/") },
      to: { pathNot: [at("(?:contract|render)/"), npm("zod|yaml|@kubernetes-models/[^/]+")] },
    },
    {
      name: "machines-are-pure",
      severity: "error",
      from: { path: at("operator/machines/") },
      to: { pathNot: [at("(?:contract|operator/machines)/"), npm("zod")] },
    },
    { name: "api-not-operator", severity: "error", from: { path: at("api/") }, to: { path: at("operator/") } },
    {
      name: "berthctl-on-top",
      severity: "error",
      comment:
        "It stands beside the processes: it shares the operator's settings, its Git and its search for orphans, nothing that acts.",
      from: { path: at("berthctl/") },
      to: {
        path: at("(?:api|local|operator)/"),
        pathNot: [at("operator/(?:git/|orphans/|machines/orphans/|config\\.ts$)"), at("operator/runtime/clock\\.ts$")],
      },
    },
    {
      name: "client-stands-alone",
      severity: "error",
      comment: "It is packed for other people's projects, and for browsers.",
      from: { path: at("client/") },
      to: { pathNot: [at("client/"), npm("openapi-fetch|eventsource-parser")] },
    },
    {
      name: "cli-on-the-client",
      severity: "error",
      comment:
        "It is packed alone: what it knows of the platform it knows through the client, or generated from the contract.",
      from: { path: at("cli/") },
      to: { pathNot: [at("(?:cli|client)/"), npm("commander|yaml|openid-client|tar-stream"), "^node:", "^[a-z_/]+$"] },
    },
    {
      name: "console-on-the-client",
      severity: "error",
      comment: "It runs in browsers and knows the platform by its public interface alone, as any other client would.",
      from: { path: at("console/") },
      to: {
        pathNot: [
          at("(?:console|client)/"),
          npm("preact|preact-iso|@preact/signals|uqr|uplot|js-yaml|@xterm/[a-z-]+"),
          "^virtual:forms$",
          "\\.css$",
        ],
      },
    },
    {
      name: "console-writes-by-calls",
      severity: "error",
      comment: "Whatever writes is a Call, or one of the plain writes that have a reason (docs/adr/0101).",
      from: { path: at("console/"), pathNot: at("console/store/(?:berth|perform|try-out|write-plainly)\\.ts$") },
      to: { path: at("console/store/client\\.ts$") },
    },
    {
      name: "console-performs-in-dialogs",
      severity: "error",
      comment: "A Call is made where its plan and its command are shown, and nowhere else (docs/adr/0101).",
      from: { path: at("console/"), pathNot: at("console/parts/call-(?:dialog|form)\\.tsx$") },
      to: { path: at("console/store/perform\\.ts$") },
    },
    {
      name: "console-pages-apart",
      severity: "error",
      comment: "No page talks to another: what two of them need is in parts, store or view.",
      from: { path: at("console/pages/([^/]+)/") },
      to: { path: at("console/pages/"), pathNot: at("console/pages/$1/") },
    },
    { name: "operator-not-api", severity: "error", from: { path: at("operator/") }, to: { path: at("api/") } },
    {
      name: "adapters-apart",
      severity: "error",
      from: { path: at("adapters/([^/]+)/") },
      to: { path: at("adapters/([^/]+)/"), pathNot: [at("adapters/$1/"), at("adapters/log/")] },
    },
    {
      name: "adapters-below",
      severity: "error",
      from: { path: at("adapters/") },
      to: { path: at("(?:api|berthctl|operator|local|test|bench|scripts)/") },
    },
    {
      name: "runtime-has-no-domain",
      severity: "error",
      from: { path: at("operator/runtime/") },
      to: {
        path: at("(?:contract|render|operator/(?:machines|controllers|delivery|git|mirror|provisioners|resources))/"),
      },
    },
    {
      name: "operator-goes-down",
      severity: "error",
      comment: "What a controller works with knows no controller, nor what puts it together.",
      from: {
        path: at("operator/(?:delivery|git|machines|mirror|provisioners|resources|runtime)/"),
        pathNot: "\\.test\\.ts$",
      },
      to: { path: at("operator/(?:controllers/|(?:create-provisioners|main)\\.ts$)") },
    },
    {
      name: "only-main-reads-config",
      severity: "error",
      from: { pathNot: "/main\\.ts$" },
      to: { path: at("(?:api|operator)/config\\.ts$"), dependencyTypesNot: ["type-only"] },
    },
    onlyIn("kubernetes-sdk-at-home", "@kubernetes/client-node", ["adapters/kubernetes/"]),
    onlyIn("postgres-sdk-at-home", "pg|@prisma/[^/]+", ["adapters/postgres/"]),
    onlyIn("git-sdk-at-home", "isomorphic-git", ["operator/git/"]),
    onlyIn("http-framework-at-home", "express|express-openapi-validator|helmet|express-rate-limit", ["api/"]),
    onlyIn("password-sdk-at-home", "@node-rs/argon2", ["adapters/passwords/"]),
    onlyIn("second-factor-sdk-at-home", "otpauth|@simplewebauthn/[^/]+", ["adapters/second-factors/"]),
    onlyIn("vault-sdk-at-home", "node-vault", ["adapters/secrets/"]),
    onlyIn("login-sdk-at-home", "passport|passport-github2|passport-oauth2|openid-client", ["adapters/logins/"]),
    onlyIn("payment-sdk-at-home", "@mollie/api-client", ["adapters/payments/"]),
    onlyIn("oauth-server-sdk-at-home", "oidc-provider", ["api/oauth-server/"]),
    onlyIn("log-sdk-at-home", "winston", ["adapters/log/"]),
    {
      name: "no-test-in-production",
      severity: "error",
      from: { path: at("(?:api|berthctl|operator|adapters|contract|render)/") },
      to: { path: at("(?:test|bench)/") },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "adapters/postgres/generated"] },
    exclude: { path: ["^coverage/", "^cli/dist/", "^client/dist/", "^console/dist/", "^\\.berth/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
