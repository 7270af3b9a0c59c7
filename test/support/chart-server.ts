import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findBinaries } from "./embedded-binaries.ts";
import { listen } from "./listen.ts";

const run = promisify(execFile);
const VERSIONS = ["1.0.0", "1.1.0"] as const;
const NAME = "greeter";
const CONFIG_TYPE = "application/vnd.cncf.helm.config.v1+json";
const LAYER_TYPE = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
const MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";

/** Serves one small chart in two versions, as a Helm repository and as an OCI registry. */
export type ChartServer = Readonly<{
  /** Address of the Helm repository. */
  repository: string;
  /** Address of the OCI registry's folder of charts. */
  registry: string;
  chart: string;
  /** Paths that were asked for. */
  asked: readonly string[];
  close: () => Promise<void>;
}>;

type Content = Readonly<{ type: string; body: Buffer }>;

/** Starts the server on loopback by a certificate that Argo CD trusts: the management API server made it for itself. */
export async function startChartServer(homeDir: string): Promise<ChartServer> {
  const file = (name: string): string => join(homeDir, "management", name);
  await copyFile(file("ca.crt"), join(homeDir, "argocd/tls/127.0.0.1"));
  const [cert, key] = await Promise.all(["apiserver.crt", "apiserver.key"].map((name) => readFile(file(name), "utf8")));
  return serve({ cert: cert ?? "", key: key ?? "" });
}

async function serve(tls: Readonly<{ cert: string; key: string }>): Promise<ChartServer> {
  const packages = await packageCharts();
  const asked: string[] = [];
  const contents = new Map<string, Content>();
  const server = createServer(tls, (request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    asked.push(path);
    const found = contents.get(path);
    if (found === undefined) {
      response.writeHead(404).end();
      return;
    }
    const headers = { "content-type": found.type, "docker-content-digest": digestOf(found.body) };
    response.writeHead(200, { ...headers, "content-length": found.body.length });
    response.end(request.method === "HEAD" ? undefined : found.body);
  });
  const host = `127.0.0.1:${await listen(server)}`;
  for (const [path, content] of [...repositoryOf(packages, host), ...registryOf(packages)]) contents.set(path, content);
  return {
    repository: `https://${host}/helm`,
    registry: `oci://${host}/charts`,
    chart: NAME,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Package = Readonly<{ version: string; archive: Buffer }>;

function repositoryOf(packages: readonly Package[], host: string): [string, Content][] {
  const entries = packages.map(({ version, archive }) => ({
    apiVersion: "v2",
    name: NAME,
    version,
    digest: createHash("sha256").update(archive).digest("hex"),
    urls: [`https://${host}/helm/${NAME}-${version}.tgz`],
  }));
  const index = JSON.stringify({ apiVersion: "v1", entries: { [NAME]: entries } });
  return [
    ["/helm/index.yaml", { type: "text/yaml", body: Buffer.from(index) }],
    ...packages.map(({ version, archive }): [string, Content] => [
      `/helm/${NAME}-${version}.tgz`,
      { type: "application/gzip", body: archive },
    ]),
  ];
}

function registryOf(packages: readonly Package[]): [string, Content][] {
  const root = `/v2/charts/${NAME}`;
  const tags = { name: `charts/${NAME}`, tags: packages.map(({ version }) => version) };
  const artifacts = packages.flatMap(({ version, archive }): [string, Content][] => {
    const config = Buffer.from(JSON.stringify({ name: NAME, version, apiVersion: "v2" }));
    const manifest = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: MANIFEST_TYPE,
        config: { mediaType: CONFIG_TYPE, digest: digestOf(config), size: config.length },
        layers: [{ mediaType: LAYER_TYPE, digest: digestOf(archive), size: archive.length }],
      }),
    );
    const blob = (body: Buffer): [string, Content] => [
      `${root}/blobs/${digestOf(body)}`,
      { type: "application/octet-stream", body },
    ];
    return [
      [`${root}/manifests/${version}`, { type: MANIFEST_TYPE, body: manifest }],
      [`${root}/manifests/${digestOf(manifest)}`, { type: MANIFEST_TYPE, body: manifest }],
      blob(config),
      blob(archive),
    ];
  });
  const json = (value: unknown): Content => ({ type: "application/json", body: Buffer.from(JSON.stringify(value)) });
  return [["/v2/", json({})], [`${root}/tags/list`, json(tags)], ...artifacts];
}

function digestOf(body: Buffer): string {
  return `sha256:${createHash("sha256").update(body).digest("hex")}`;
}

const TEMPLATE = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-greeting
data:
  greeting: {{ .Values.greeting | quote }}
  version: {{ .Chart.Version | quote }}
`;

/** Gives itself the cluster, or a namespace of it, where its values say so. */
const REACHING = `{{- with .Values.reach }}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ ternary "ClusterRoleBinding" "RoleBinding" (eq . "cluster") }}
metadata:
  name: {{ $.Release.Name }}-admin
  {{- if ne . "cluster" }}
  namespace: {{ . }}
  {{- end }}
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin }
subjects: [{ kind: ServiceAccount, name: default, namespace: {{ $.Release.Namespace }} }]
{{- end }}
`;

async function packageCharts(): Promise<Package[]> {
  const helm = (await findBinaries(["helm"]))("helm");
  const dir = await mkdtemp(join(tmpdir(), "berth-charts-"));
  try {
    await mkdir(join(dir, NAME, "templates"), { recursive: true });
    await writeFile(join(dir, NAME, "Chart.yaml"), `apiVersion: v2\nname: ${NAME}\nversion: 0.0.0\n`);
    await writeFile(join(dir, NAME, "values.yaml"), "greeting: hello\n");
    await writeFile(join(dir, NAME, "templates/greeting.yaml"), TEMPLATE);
    await writeFile(join(dir, NAME, "templates/reaching.yaml"), REACHING);
    const packages: Package[] = [];
    for (const version of VERSIONS) {
      await run(await helm, ["package", join(dir, NAME), "--version", version, "--destination", dir]);
      packages.push({ version, archive: await readFile(join(dir, `${NAME}-${version}.tgz`)) });
    }
    return packages;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
