import { LABELS } from "../../contract/identity.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { isImageAutomated } from "../argocd/application.ts";
import { LABEL_ORGANIZATION, deploymentFolder } from "../delivery-names.ts";
import { deriveImageHold } from "../image-hold.ts";
import { renderError } from "../render-error.ts";
import type { RenderDeploymentInput } from "../render-input.ts";
import { hashText } from "../text/text-hash.ts";

/** The custom resource by which Argo CD Image Updater watches one deployment's image. */
export type ImageUpdaterManifest = Readonly<{
  apiVersion: "argocd-image-updater.argoproj.io/v1alpha1";
  kind: "ImageUpdater";
  metadata: Readonly<{ name: string; namespace: string; labels: Readonly<Record<string, string>> }>;
  spec: Readonly<Record<string, unknown>>;
}>;

/** Derives the file that image automation alone writes, and the operator alone removes. */
export function imageFile(clusterHandle: string, handle: string): string {
  return `${deploymentFolder(clusterHandle, handle)}/image.yaml`;
}

/**
 * Derives a mark of what chooses the image, a rollback's hold included; with another mark that was found automatically
 * for the one before no longer counts.
 */
export function deriveImageChoice(spec: DeploymentSpec): string {
  return hashText(JSON.stringify([deriveImageHold(spec), spec.imageHold ?? ""]))
    .toString(16)
    .padStart(8, "0");
}

/** Renders the ImageUpdater of a deployment; undefined where newer images are not rolled out by themselves. */
export function renderImageUpdater(input: RenderDeploymentInput): ImageUpdaterManifest | undefined {
  const { spec, handle, cluster, platform, metadata } = input;
  if (!isImageAutomated(input) || spec.dockerImage === undefined) return undefined;
  return {
    apiVersion: "argocd-image-updater.argoproj.io/v1alpha1",
    kind: "ImageUpdater",
    metadata: {
      name: handle,
      namespace: platform.argocdNamespace,
      labels: {
        [LABELS.managed]: "true",
        [LABELS.id]: metadata.id,
        [LABELS.clusterHandle]: cluster.handle,
        [LABEL_ORGANIZATION]: metadata.namespace,
      },
    },
    spec: {
      writeBackConfig: {
        // The repository's credentials are those that Argo CD itself has.
        method: "git",
        gitConfig: {
          repository: platform.repoUrl,
          branch: platform.branch,
          writeBackTarget: `helmvalues:/${imageFile(cluster.handle, handle)}`,
        },
      },
      applicationRefs: [
        {
          namePattern: handle,
          labelSelectors: { matchLabels: { [LABELS.id]: metadata.id } },
          useAnnotations: false,
          images: [describeImage(spec, spec.dockerImage)],
        },
      ],
    },
  };
}

function describeImage(spec: DeploymentSpec, dockerImage: string): Readonly<Record<string, unknown>> {
  const { imageUpdateStrategy: updateStrategy, imageAllowTags: allowTags, imageIgnoreTags } = spec;
  const ignoreTags = listTags(imageIgnoreTags);
  return {
    alias: "app",
    imageName: imageName(spec, dockerImage),
    commonUpdateSettings: {
      updateStrategy,
      forceUpdate: false,
      ...(allowTags === undefined || allowTags === "" ? {} : { allowTags }),
      ...(ignoreTags.length === 0 ? {} : { ignoreTags }),
    },
    manifestTargets: { helm: { spec: "image.reference" } },
  };
}

/** The constraint stands where the tag stands: a range for semver, the tag to follow for digest; the others have none. */
function imageName(spec: DeploymentSpec, dockerImage: string): string {
  const { repository, tag } = splitImage(dockerImage);
  const { imageUpdateStrategy: strategy, imageUpdateConstraint: given = "" } = spec;
  const constraint = strategy === "digest" && given === "" ? (tag ?? "latest") : given;
  const counts = constraint !== "" && (strategy === "semver" || strategy === "digest");
  return counts ? `${repository}:${constraint}` : repository;
}

function splitImage(image: string): Readonly<{ repository: string; tag: string | undefined }> {
  const [name = ""] = image.split("@");
  const [, repository = name, tag] = /^(.*?)(?::([^/:]*))?$/.exec(name) ?? [];
  return { repository, tag };
}

function listTags(text = ""): string[] {
  return text
    .split(",")
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}

const CONSTRAINT = /^[A-Za-z0-9._*^~<>=!| ,+-]*$/;

/** Refuses what the image updater would take for "nothing matches", or for another image. */
export function assertImageUpdates({ imageAllowTags: allow = "", imageUpdateConstraint = "" }: DeploymentSpec): void {
  if (allow !== "" && allow !== "any" && !allow.startsWith("regexp:"))
    throw renderError("image_allow_tags", 'must be "any", or "regexp:" and a regular expression');
  if (!CONSTRAINT.test(imageUpdateConstraint))
    throw renderError("image_update_constraint", "must be a range of versions, or a tag");
}
