import { hash } from "node:crypto";
import type { IApplication } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/Application";
import type { RenderedFile } from "../../../render/render-input.ts";
import { fingerprint, specFingerprint } from "../../delivery/argo-application.ts";
import { blobId } from "../../git/git-object.ts";
import type { FileChange } from "../../git/write-request.ts";
import type { Content } from "../shared/git-desk.ts";

/** What an object renders to, with the fingerprints that its Application must have. */
export type DeliveredContent = Content & Readonly<{ specPrint: string; sourcePrint: string }>;

/** Keeps of files what is compared with the branch. */
export function contentOf(files: readonly FileChange[]): Content {
  const hashed = files.map(({ path, content }) => ({ path, blobId: blobId(content ?? "") }));
  const lines = hashed.map(({ path, blobId: id }) => `${path} ${id}\n`);
  return { contentHash: hash("sha256", lines.join("")), files: hashed };
}

/** Keeps of rendered files what is compared with the branch and with their Application. */
export function summarizeFiles(files: readonly RenderedFile[], { spec }: IApplication): DeliveredContent {
  return { ...contentOf(files), specPrint: specFingerprint(spec), sourcePrint: fingerprint(spec.source) };
}
