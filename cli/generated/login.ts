// Generated from contract/ by make generate; do not edit.

/** The command line as the authorization server knows it. */
export const LOGIN = { clientId: "0197c1f0-6265-7274-a868-2d636c690001", scope: "api-keys:write billing:write cloud-credentials:write clusters:write connected-applications:write databases:write deployments:write exec:write organizations:write providers:write registry:write secrets:write webhooks:write" } as const;
