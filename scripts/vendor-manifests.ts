/*
 * Copies the manifests that the embedded stack applies out of the Go modules that local/toolchain/go.mod pins.
 * Run it after a version there changed: node scripts/vendor-manifests.ts
 * Descriptions are left out of Argo CD's CRDs: they are four fifths of 1.8 MB and say nothing to a machine.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, parseAllDocuments, stringify } from "yaml";

const local = fileURLToPath(new URL("../local", import.meta.url));

function moduleFolder(module: string): string {
  const listed = execFileSync("go", ["list", "-m", "-f", "{{.Dir}}", module], { cwd: join(local, "toolchain") });
  return listed.toString().trim();
}

/** Drops `description` where it documents a schema; a property may be called description, and stays. */
function withoutDescriptions(schema: unknown, isPropertyMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withoutDescriptions(item));
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => isPropertyMap || key !== "description");
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutDescriptions(value, key === "properties" && !isPropertyMap)]),
  );
}

function vendorArgoCd(): void {
  const source = moduleFolder("github.com/argoproj/argo-cd/v3");
  for (const kind of ["application", "applicationset", "appproject"]) {
    const crd: unknown = parse(readFileSync(join(source, `manifests/crds/${kind}-crd.yaml`), "utf8"));
    writeFileSync(join(local, `manifests/argocd/${kind}-crd.json`), `${JSON.stringify(withoutDescriptions(crd))}\n`);
  }
  const wrapper = join(local, "manifests/argocd/bin/git-verify-wrapper.sh");
  copyFileSync(join(source, "hack/git-verify-wrapper.sh"), wrapper);
  chmodSync(wrapper, 0o755);
}

function vendorKwok(): void {
  const source = join(moduleFolder("sigs.k8s.io/kwok"), "kustomize/stage");
  const files = [
    "node/fast/node-initialize.yaml",
    "node/heartbeat-with-lease/node-heartbeat-with-lease.yaml",
    "pod/fast/pod-ready.yaml",
    "pod/fast/pod-complete.yaml",
    "pod/fast/pod-delete.yaml",
    "volume/fast/pvc-provision.yaml",
    "volume/fast/pvc-delete.yaml",
    "volume/fast/pv-bind.yaml",
    "volume/fast/pv-delete.yaml",
  ];
  const stages = files.map((file) => `# ${file}\n${readFileSync(join(source, file), "utf8").trim()}\n`);
  writeFileSync(join(local, "manifests/kwok/stages.yaml"), stages.join("---\n"));
  const [storageClass] = parseAllDocuments(readFileSync(join(source, "volume/fast/storage-class.yaml"), "utf8"));
  // Claims grow here as they do at a cloud; volume-growth.yaml does it.
  const growing = { ...(storageClass?.toJS() as object), allowVolumeExpansion: true };
  writeFileSync(join(local, "manifests/kwok/storage-class.yaml"), stringify(growing));
}

/** Not part of the toolchain: the embedded stack knows its resource and does not run it. */
const IMAGE_UPDATER = "github.com/argoproj-labs/argocd-image-updater@v1.3.0";

function vendorImageUpdater(): void {
  const answer = execFileSync("go", ["mod", "download", "-json", IMAGE_UPDATER]).toString();
  const { Dir: source } = JSON.parse(answer) as { Dir: string };
  const file = "config/crd/bases/argocd-image-updater.argoproj.io_imageupdaters.yaml";
  const crd = withoutDescriptions(parse(readFileSync(join(source, file), "utf8")));
  writeFileSync(join(local, "manifests/argocd/imageupdater-crd.json"), `${JSON.stringify(crd)}\n`);
}

/** What `local/apps` serves; the version is that of Envoy Gateway 1.9 in render/bundle. */
const GATEWAY_API = "sigs.k8s.io/gateway-api@v1.6.1";

/** Kinds of the same Envoy Gateway that the front serves, too. */
const ENVOY_GATEWAY = "github.com/envoyproxy/gateway@v1.9.1";

function vendorEnvoyGateway(): void {
  const answer = execFileSync("go", ["mod", "download", "-json", ENVOY_GATEWAY]).toString();
  const { Dir: source } = JSON.parse(answer) as { Dir: string };
  for (const kind of ["backendtrafficpolicies", "httproutefilters"]) {
    const file = join(source, `charts/gateway-helm/charts/crds/crds/generated/gateway.envoyproxy.io_${kind}.yaml`);
    const crd = withoutDescriptions(parse(readFileSync(file, "utf8")));
    writeFileSync(join(local, `manifests/gateway-api/${kind}.json`), `${JSON.stringify(crd)}\n`);
  }
}

type Definition = { spec: { versions: { name: string }[] } };

function vendorGatewayApi(): void {
  const answer = execFileSync("go", ["mod", "download", "-json", GATEWAY_API]).toString();
  const { Dir: source } = JSON.parse(answer) as { Dir: string };
  for (const kind of ["gatewayclasses", "gateways", "httproutes", "listenersets"]) {
    const file = join(source, `config/crd/standard/gateway.networking.k8s.io_${kind}.yaml`);
    const { spec, ...crd } = withoutDescriptions(parse(readFileSync(file, "utf8"))) as Definition;
    // The older version says the same.
    const versions = spec.versions.filter(({ name }) => name === "v1");
    const text = JSON.stringify({ ...crd, spec: { ...spec, versions } });
    writeFileSync(join(local, `manifests/gateway-api/${kind}.json`), `${text}\n`);
  }
}

vendorArgoCd();
vendorEnvoyGateway();
vendorGatewayApi();
vendorImageUpdater();
vendorKwok();
