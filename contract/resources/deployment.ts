import { z } from "zod";
import * as field from "../fields.ts";
import { importReview } from "./import-review.ts";
import { baseStatus } from "./conditions.ts";
import { REASON_COLUMN, type ResourceDefinition } from "./definition.ts";
import { deploymentRules } from "./deployment-rules.ts";
import { DEPLOYMENT_TRAITS, deploymentSpec } from "./deployment-spec.ts";

export const deploymentStatus = z.strictObject({
  ...baseStatus,
  clusterId: field.uuidText.optional().meta({ description: "Record id of the cluster, recorded at first resolution" }),
  endpointUrl: field.text(2048).optional().meta({ description: "Where the application answers", quiet: true }),
  readyReplicas: z.int().min(0).optional().meta({ description: "Ready pods last observed", quiet: true }),
  dockerImageRunning: field.text(512).optional().meta({ description: "Image that the pods run", quiet: true }),
  delivery: z
    .strictObject({
      application: field.text(63).optional().meta({ description: "Argo CD Application" }),
      version: field.text(32).optional().meta({ description: "Version of the platform's chart" }),
      movedAt: field.timestamp.optional().meta({ description: "When a wave of a release brought that version" }),
      imageChoice: field.text(64).optional().meta({
        description: "Mark of the members that choose the image, as Git holds them",
      }),
    })
    .optional()
    .meta({ description: "How the deployment is delivered", quiet: true }),
  importReview: importReview
    .optional()
    .meta({ description: "What the first sync of a staged import would change; nothing is stored to find out" }),
  secretsRevision: field
    .text(64)
    .optional()
    .meta({ description: "Changes with the secrets that the pods have, and restarts them", quiet: true }),
  customDomain: z
    .strictObject({
      name: field.hostname.meta({ description: "Domain whose TXT record was seen" }),
      provenAt: field.timestamp.meta({ description: "When it was first seen" }),
    })
    .optional()
    .meta({ description: "The own domain, once it is active", quiet: true }),
  certificateRenewal: z
    .strictObject({
      requestedAt: field.timestamp.optional().meta({
        description: "spec.certificateRequestedAt when it was first seen; unset where only the issuer has asked",
      }),
      replaces: field
        .text(64)
        .meta({ description: "Serial number of the certificate that was there then; empty while there was none" }),
      wished: z
        .strictObject({
          serial: field.text(64).meta({ description: "Serial number of the certificate that was to be replaced" }),
          at: field.timestamp.meta({ description: "When that was acted on" }),
          explanationUrl: field.text(200).optional().meta({ description: "Where the issuer says why; its own words" }),
        })
        .optional()
        .meta({ description: "What the issuer wished last to be replaced before its time (RFC 9773)" }),
    })
    .optional()
    .meta({
      description: "The newest request for another certificate, by people or the issuer, and the one that it replaces",
    }),
  publicPorts: z
    .array(
      z.strictObject({
        port: field.port.meta({ description: "Port of the pods" }),
        publicPort: field.port.meta({ description: "Number that is this deployment's on its cluster" }),
        address: field
          .text(300)
          .optional()
          .meta({ description: "Where connections are taken: <address of the Gateway>:<number>" }),
        claimedAt: field.timestamp.meta({ description: "Since when it is this deployment's" }),
      }),
    )
    .max(50)
    .optional()
    .meta({ description: "The public ports that are its own, of those that were asked for" }),
  sleep: z
    .strictObject({
      sleepsAt: field.timestamp
        .optional()
        .meta({ description: "When it falls asleep next; unset while it has no pods" }),
      wakesAt: field.timestamp.optional().meta({ description: "When it wakes next; unset while it has pods" }),
      switchedAt: field.timestamp.optional().meta({ description: "What of spec.switchedAt was acted on" }),
    })
    .optional()
    .meta({ description: "How it stands to its sleep schedule" }),
  release: z
    .strictObject({
      jobUid: field.text(64).meta({ description: "Job of the release command that was seen last" }),
      syncRequestedAt: field.timestamp
        .optional()
        .meta({ description: "spec.syncRequestedAt when it was first seen: another one has it run again" }),
    })
    .optional()
    .meta({ description: "The newest run of the release command, and the request for a sync that came before it" }),
  unhealthySince: field.timestamp.optional().meta({ description: "Since when the application is not healthy" }),
});
export type DeploymentStatus = z.infer<typeof deploymentStatus>;

/** Defines the Deployment resource: one application on one cluster. */
export const deploymentResource: ResourceDefinition<
  "Deployment",
  "deployments",
  typeof deploymentSpec,
  typeof deploymentStatus
> = {
  kind: "Deployment",
  collection: "deployments",
  plural: "deployments",
  singular: "deployment",
  shortName: "bdep",
  description: "An application on a cluster: an image, a Helm chart, or a workload that was adopted.",
  spec: deploymentSpec,
  status: deploymentStatus,
  specRules: deploymentRules,
  rootRules: [
    {
      cel: "size(self.metadata.name) <= 51 && !self.metadata.name.contains('.')",
      message: "metadata.name of a deployment is a DNS label of at most 51 characters",
    },
  ],
  phases: DEPLOYMENT_TRAITS,
  printerColumns: [
    { name: "Cluster", type: "string", jsonPath: ".spec.cluster", description: "Cluster it runs on" },
    { name: "Type", type: "string", jsonPath: ".spec.appType", description: "Application type" },
    { name: "Status", type: "string", jsonPath: ".status.phase", description: "Where the deployment is in its life" },
    {
      name: "Ready",
      type: "string",
      jsonPath: '.status.conditions[?(@.type=="Ready")].status',
      description: "Whether it serves",
    },
    { name: "Image", type: "string", jsonPath: ".spec.dockerImage", description: "Image asked for", priority: 1 },
    { name: "URL", type: "string", jsonPath: ".status.endpointUrl", description: "Where it answers" },
    { name: "Commit", type: "string", jsonPath: ".status.git.commit", description: "Newest commit", priority: 1 },
    REASON_COLUMN,
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp", description: "Time since creation" },
  ],
  selectableFields: [".spec.cluster", ".status.phase"],
};
