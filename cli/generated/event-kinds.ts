// Generated from contract/ by make generate; do not edit.

/** The kinds whose changes are told. */
export const EVENT_KINDS = ["Cluster","Deployment","DatabaseInstance","UpgradeRequest","DatabaseBackup","Member","Invitation","ApiKey","Webhook","Secret","RegistryCredential"] as const;
