import { z } from "zod";
import { defineOperation } from "./operation.ts";

const healthResponse = z.object({ status: z.literal("ok") }).meta({ component: "HealthResponse" });
const readyResponse = z
  .object({
    status: z.literal("ready"),
    dependencies: z.array(
      z
        .object({
          name: z.string().meta({ description: "postgres, kubernetes or secret_store" }),
          state: z.enum(["up", "down"]),
          message: z.string().nullable().meta({ description: "What is wrong with it" }),
        })
        .meta({ component: "DependencyState" }),
    ),
  })
  .meta({ component: "ReadyResponse" });

const group = "health";
const who = { kind: "public" } as const;

export const getHealth = defineOperation({
  operationId: "getHealth",
  method: "get",
  path: "/healthz",
  group,
  summary: "Tell whether the process lives",
  who,
  unprefixed: true,
  success: { status: 200, schema: healthResponse, description: "It does" },
});
export const getReadiness = defineOperation({
  operationId: "getReadiness",
  method: "get",
  path: "/readyz",
  group,
  summary: "Tell whether requests can be served",
  description:
    "503 with the same list of dependencies when one that is needed is down, or when this gateway is about to stop.",
  who,
  unprefixed: true,
  success: { status: 200, schema: readyResponse, description: "Every dependency is up" },
  errors: ["unavailable"],
});
export const healthOperations = [getHealth, getReadiness];
