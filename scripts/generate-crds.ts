import { writeGenerated } from "./generated-file.ts";
import { stringify } from "yaml";
import { API_GROUP } from "../contract/identity.ts";
import { RESOURCES } from "../contract/resources/all.ts";
import { customResourceDefinition } from "./custom-resource-definition.ts";

for (const resource of RESOURCES) {
  const yaml = stringify(customResourceDefinition(resource), { lineWidth: 0, aliasDuplicateObjects: false });
  writeGenerated(
    `crds/${API_GROUP}_${resource.plural}.yaml`,
    `# Generated from contract/resources by make generate; do not edit.\n${yaml}`,
  );
}
