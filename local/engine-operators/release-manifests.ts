import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { BARMAN_CLOUD, CLOUDNATIVE_PG } from "../binaries/engine-crds.ts";
import type { Run } from "../binaries/go-build.ts";
import { fetchGoModule } from "../binaries/go-module.ts";
import type { Manifest } from "../cluster/kube-access.ts";
import { PLUGIN_IMAGE, SIDECAR_IMAGE } from "./operator-images.ts";

/** The objects that run databases on a cluster, those of the operator before those of its plugin. */
export type EngineManifests = Readonly<{ operator: readonly Manifest[]; plugin: readonly Manifest[] }>;

/** Reads the release manifests of CloudNativePG and its plugin, as their project publishes them. */
export async function readReleaseManifests(run: Run): Promise<EngineManifests> {
  const version = CLOUDNATIVE_PG.module.replace(/^.*@v/, "");
  const operator = join(await fetchGoModule(CLOUDNATIVE_PG, run), "releases", `cnpg-${version}.yaml`);
  const plugin = join(await fetchGoModule(BARMAN_CLOUD, run), "manifest.yaml");
  return { operator: await readManifests(operator), plugin: (await readManifests(plugin)).flatMap(withReleaseImages) };
}

async function readManifests(path: string): Promise<readonly Manifest[]> {
  const documents = parseAllDocuments(await readFile(path, "utf8"));
  return documents.map((document) => document.toJS() as Manifest | null).filter((one) => one !== null);
}

/** In its module the manifest names images of its project's tests; and its certificates are made here, without a cert-manager. */
function withReleaseImages(manifest: Manifest): readonly Manifest[] {
  if (manifest.apiVersion.startsWith("cert-manager.io/")) return [];
  if (manifest.kind === "Secret")
    return [{ ...manifest, data: { SIDECAR_IMAGE: Buffer.from(SIDECAR_IMAGE).toString("base64") } }];
  if (manifest.kind !== "Deployment") return [manifest];
  const { template, ...spec } = manifest["spec"] as { template: { spec: { containers: readonly object[] } } };
  const containers = template.spec.containers.map((container) => ({ ...container, image: PLUGIN_IMAGE }));
  return [{ ...manifest, spec: { ...spec, template: { ...template, spec: { ...template.spec, containers } } } }];
}
