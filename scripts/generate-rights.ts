import { stringify } from "yaml";
import { writeGenerated } from "./generated-file.ts";
import { formatRights } from "./rights-reference.ts";
import { roleManifests } from "./role-manifests.ts";

const user = (name: string): { kind: string; apiGroup: string; name: string } => ({
  kind: "User",
  apiGroup: "rbac.authorization.k8s.io",
  name,
});
const manifests = roleManifests({
  subjects: { gateway: user("berth-api"), operator: user("berth-operator") },
  namespaces: { argocd: "argocd", own: "berth-system" },
});
const text = manifests.map((manifest) => stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false }));
writeGenerated(
  "local/manifests/berth-rbac.yaml",
  `# Generated from contract/rights.ts by make generate; do not edit. Users come from the API server's token file.\n${text.join("---\n")}`,
);
writeGenerated("docs/reference/rights.md", formatRights());
