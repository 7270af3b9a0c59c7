import { readFileSync } from "node:fs";
import { assert } from "chai";
import { middleware } from "express-openapi-validator";
import { z } from "zod";
import { run } from "../../api/http/request-validation.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { openapiDocument } from "../../scripts/openapi-document.ts";
import { openapiSchema } from "../../scripts/openapi-schema.ts";

type Schema = Readonly<{
  properties: Record<string, unknown>;
  required?: readonly string[];
  additionalProperties?: unknown;
}>;
type Document = Readonly<{
  info: { version: string };
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, Schema> };
}>;
const file = readFileSync(new URL("../../api/openapi.json", import.meta.url), "utf8");
const document = JSON.parse(file) as Document;
const { schemas } = document.components;

/** Members as the interface document lists them, in its tables. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  ClusterResponse:
    "id name provider region tier status created_at updated_at autoscaling_enabled upgrade_available component_bundle_version multi_region region_locations is_byoc is_imported is_management is_autopilot",
  DeploymentResponse:
    "id user_id organization_id cluster_id name app_type status config values_yaml git_path endpoint_url error_message cpu_request memory_request_mb replicas container_port storage_size_gb command args deployment_type helm_repo_url helm_chart_name helm_chart_version custom_values_yaml image_update_strategy image_update_constraint image_allow_tags image_ignore_tags is_adopted source_namespace created_at updated_at provider region cluster_status cluster_error environment_variables docker_image volumes custom_domain failover_health_route health_checks additional_ports backups",
  DatabaseResponse:
    "id user_id organization_id cluster_id name engine engine_version tier status cpu_request memory_request_mb storage_size_gb replicas database_name max_connections extensions external_access external_host connection_host connection_port connection_secret_name backup_enabled backup_schedule backup_retention_days git_path argocd_app_name replication_group_id replication_role replication_source_id replication_host replication_lag_bytes replication_status error_message fee_exempt_until created_at updated_at",
  APIKeyCreateResponse: "id name key key_prefix created_at description expires_at",
  APIKeyResponse:
    "id name key_prefix is_active created_at description scopes last_used_at last_used_ip expires_at revoked_at",
  OrganizationResponse: "id name slug is_system created_at updated_at is_personal current_user_role",
  MeResponse:
    "id email name avatar_url is_platform_admin organizations active_organization_id impersonated_by auth_method",
  LoginResponse: "user expires_at",
  KubeconfigResponse: "kubeconfig expires_at cluster_id",
  HTTPValidationError: "detail",
};
const BODIES: Readonly<Record<string, string>> = {
  DeploymentUpdate:
    "name config cpu_request memory_request_mb replicas container_port storage_size_gb environment_variables docker_image volumes helm_chart_version custom_values_yaml image_update_strategy image_update_constraint image_allow_tags image_ignore_tags custom_domain failover_health_route container_port_protocol request_timeout_seconds max_body_size_mb health_checks additional_ports backups command args release_command release_timeout_seconds schedule time_zone concurrency_policy history_limit run_timeout_seconds retries run_on_change sleep cluster_wide_rights",
  DatabaseUpdate:
    "storage_size_gb cpu_request memory_request_mb max_connections extensions backup_enabled backup_schedule backup_retention_days external_access engine_version",
  DatabaseCreate:
    "name cluster_id organization_id engine engine_version tier storage_size_gb cpu_request memory_request_mb database_name max_connections extensions external_access backup_enabled backup_schedule backup_retention_days replication_source_id",
  ClusterCreate:
    "name provider region tier organization_id kubernetes_version server_type node_count autoscaling_enabled min_nodes max_nodes region_locations multi_region component_bundle_version routing names_under cloud_components cloud_credential_id",
  EnvironmentVariable: "name value secret_ref",
  VolumeConfig: "path sizeGb purpose",
  HealthChecksConfig: "liveness readiness startup",
  HealthCheckProbe: "enabled type path initial_delay_seconds period_seconds timeout_seconds failure_threshold",
  AdditionalPort: "port name protocol public_port",
  BackupsConfig: "enabled schedule retention_days",
  LoginRequest: "email password",
};

describe("The OpenAPI document", () => {
  it("is what the operations say now", () => {
    assert.equal(file, `${JSON.stringify(openapiDocument(OPERATIONS), null, 2)}\n`);
  });

  it("is valid OpenAPI 3.1", async () => {
    const load = (apiSpec: unknown): Promise<void> => {
      const request = { app: { param: () => undefined } };
      return run(
        middleware({
          apiSpec: apiSpec as never,
          validateApiSpec: true,
          validateRequests: false,
          validateSecurity: false,
        }).slice(0, 1),
        request,
      );
    };
    await load(document);
    const broken = await load({ ...document, paths: { "/x": { get: { responses: 1 } } } }).then(
      () => "loaded",
      () => "refused",
    );
    assert.equal(broken, "refused", "the judge takes anything (known bad)");
  });

  it("carries the interface's version and prefix", () => {
    assert.equal(document.info.version, "0.1.0");
    assert.deepEqual(
      Object.keys(document.paths).filter((path) => !path.startsWith("/api/v1/")),
      ["/healthz", "/readyz"],
    );
  });

  it("promises every documented member of an answer, always present", () => {
    for (const [name, members] of Object.entries(DOCUMENTED))
      assert.includeMembers([...(schemas[name]?.required ?? [])], members.split(" "), name);
  });

  it("takes exactly the documented members of a body, and closes it", () => {
    for (const [name, members] of Object.entries(BODIES)) {
      assert.sameMembers(Object.keys(schemas[name]?.properties ?? {}), members.split(" "), name);
      assert.strictEqual(schemas[name]?.additionalProperties, false, name);
    }
  });

  it("states no default, which a validator would write into PATCH bodies", () => {
    assert.notMatch(file, /"default":/);
  });

  it("refuses what JSON Schema cannot express", () => {
    const refused: readonly (readonly [z.ZodType, RegExp])[] = [
      [
        z.strictObject({ a: z.string().refine((text) => text !== "x") }),
        /a: JSON Schema cannot express the check "custom"/,
      ],
      [z.strictObject({ a: z.int().default(1) }), /a: a default/],
      [z.record(z.string().max(3), z.int()), /names of members/],
      [z.string().transform(Number), /ransform/],
      [z.set(z.string()), /Set/],
    ];
    for (const [schema, words] of refused) assert.throws(() => openapiSchema(schema, new Map()), words);
  });

  it("refuses two schemas of one name, and two operations of one route", () => {
    const twice = z.object({
      a: z.object({ b: z.string() }).meta({ component: "X" }),
      c: z.object({ d: z.string() }).meta({ component: "X" }),
    });
    assert.throws(() => openapiSchema(twice, new Map()), /called X/);
    assert.throws(() => openapiDocument([...OPERATIONS, ...OPERATIONS.slice(0, 1)]), /Two operations/);
  });
});
