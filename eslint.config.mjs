import eslint from "@eslint/js";
import tseslint from "typescript-eslint";

/** Of the rules that ask for types, what a test must obey: the others cost half of the time for code that runs in each test run anyway. */
const { rules: untyped } = tseslint.configs.disableTypeChecked;

const sizes = {
  complexity: ["error", 10],
  "max-depth": ["error", 3],
  "max-params": ["error", 4],
  "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
  "max-lines": ["error", { max: 300 }],
};

const shapes = [
  { selector: "ExportAllDeclaration:not([exportKind='type'])", message: "No barrel files." },
  {
    selector: "ObjectExpression > SpreadElement > ObjectExpression",
    message: "Write the members: a reader looks for why they are spread.",
  },
  {
    selector: "ArrayExpression > SpreadElement > ArrayExpression",
    message: "Write the items: a reader looks for why they are spread.",
  },
  {
    selector: "CallExpression[callee.property.name='once'][arguments.0.value='error']",
    message: "Sockets, servers and children err more than once: a second error without a listener ends the process.",
  },
  {
    selector: ":not(CallExpression[callee.name='pipeline']) > CallExpression[callee.name=/^create(Read|Write)Stream$/]",
    message: "A file's stream belongs into a pipeline, which hears its errors as long as it lives.",
  },
];
/** By a dot, by a bracket (also around a template), or taken out of the secret by a pattern. */
const revealing = {
  selector: [
    "MemberExpression[property.name='reveal']",
    "MemberExpression[property.value='reveal']",
    "MemberExpression > TemplateLiteral.property[quasis.0.value.cooked='reveal']",
    "ObjectPattern > Property[key.name='reveal']",
    "ObjectPattern > Property[key.value='reveal']",
  ].join(", "),
  message: "A secret is revealed right before it leaves, in the files that eslint.config.mjs names.",
};
/** Where a secret leaves for whom it is meant for: a system outside, a Secret of a cluster, the answer that shows it once. */
const reveals = [
  "adapters/kubernetes/secret-store.ts",
  "adapters/logins/github-provider.ts",
  "adapters/logins/oidc-issuer.ts",
  "adapters/outgoing/mail-transport.ts",
  "adapters/payments/mollie-transport.ts",
  "adapters/providers/hetzner-client.ts",
  "adapters/providers/local-cloud-client.ts",
  "adapters/registry/harbor-client.ts",
  "adapters/history/history-client.ts",
  "adapters/log-store/log-store-client.ts",
  "adapters/registry/registry-storage-client.ts",
  "adapters/secrets/vault-cluster-access.ts",
  "adapters/secrets/vault-secret-store.ts",
  "adapters/secrets/vault-session.ts",
  "api/create-services.ts",
  "api/derive-key.ts",
  "api/http/credentials.ts",
  "api/identity/create-account.ts",
  "api/registry/pull-login.ts",
  "api/routes/registry/regenerate-registry-credentials.ts",
  "berthctl/main.ts",
  "operator/delivery/cluster-logins.ts",
  "operator/delivery/platform-secrets.ts",
  "operator/delivery/secret-carrier.ts",
  "operator/git/http-client.ts",
  "operator/main.ts",
  "operator/provisioners/cluster-api/cluster-api-provisioner.ts",
  "operator/provisioners/imported/imported-provisioner.ts",
];

export default tseslint.config(
  {
    ignores: [
      "node_modules/",
      ".node/",
      ".berth/",
      "adapters/postgres/generated/",
      "test/fixtures/",
      "cli/dist/",
      "client/generated/paths.ts",
      "client/dist/",
      "console/dist/",
      "coverage/",
      ".mutants/",
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...sizes,
      // `void` alone leaves a rejection to nobody, and that ends the process.
      "@typescript-eslint/no-floating-promises": ["error", { ignoreVoid: false }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/no-unnecessary-condition": ["error", { allowConstantLoopConditions: true }],
      // winston's own types declare its transports twice, so the rule blames every correct use.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // Deprecated only to stand out: an issuer on this machine speaks plain http.
      "@typescript-eslint/no-deprecated": [
        "error",
        { allow: [{ from: "package", name: "allowInsecureRequests", package: "openid-client" }] },
      ],
      "no-console": "error",
      "no-duplicate-imports": ["error", { allowSeparateTypeImports: true }],
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Read settings in config.ts only." },
      ],
      "no-restricted-syntax": ["error", ...shapes, revealing],
    },
  },
  {
    files: ["test/**/*.ts", "bench/**/*.ts"],
    rules: {
      ...untyped,
      "max-lines": ["error", { max: 500 }],
      "max-lines-per-function": "off",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-misused-promises": "error",
      // The root hooks of the tests fail for what is rejected unseen.
      "@typescript-eslint/no-floating-promises": ["error", { ignoreVoid: true }],
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "no-console": "off",
    },
  },
  { files: ["console/**/*.{ts,tsx}"], rules: { "max-lines": ["error", { max: 150 }] } },
  { files: ["api/routes/all.ts"], rules: { "max-lines": "off" } },
  { files: ["scripts/**", "local/main.ts"], rules: { "no-console": "off" } },
  {
    files: ["**/config.ts", "test/**", "bench/**", "scripts/**"],
    rules: { "no-restricted-properties": "off" },
  },
  {
    files: [...reveals, "**/*.test.ts", "test/**", "bench/**"],
    rules: { "no-restricted-syntax": ["error", ...shapes] },
  },
  { files: ["**/*.mjs", "**/*.js"], ...tseslint.configs.disableTypeChecked },
);
