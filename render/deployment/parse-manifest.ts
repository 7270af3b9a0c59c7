import { isMap, without } from "../../contract/json.ts";
import { IMPORTED_OBJECTS_MAX } from "../../contract/resources/import-review.ts";
import { parseYamlMaps } from "../text/parse-yaml.ts";
import { renderError } from "../render-error.ts";
import { mapOf, type Json, type JsonMap } from "../text/yaml-text.ts";

const FIELD = "manifest_yaml";
/** What the API server writes by itself: an object that kubectl printed carries it. */
const SERVER_METADATA = [
  "managedFields",
  "resourceVersion",
  "uid",
  "creationTimestamp",
  "generation",
  "selfLink",
  "ownerReferences",
];
const SERVER_ANNOTATIONS = ["kubectl.kubernetes.io/last-applied-configuration", "deployment.kubernetes.io/revision"];

/** Parses the objects of a manifest, all of one namespace; what `kubectl get -o yaml` prints is taken as it is. */
export function parseManifest(text: string, namespace: string): readonly JsonMap[] {
  const objects = parseYamlMaps(text, FIELD).flatMap(itemsOf).map(withoutServers);
  if (objects.length > IMPORTED_OBJECTS_MAX)
    throw renderError(FIELD, `holds more than ${IMPORTED_OBJECTS_MAX} objects`);
  objects.forEach((object) => assertObject(object, namespace));
  const names = objects.map((object) => JSON.stringify([object["apiVersion"], object["kind"], nameOf(object)]));
  if (new Set(names).size < names.length) throw renderError(FIELD, "holds an object twice");
  return objects;
}

/** Returns the name of an object. */
export function nameOf(object: JsonMap): Json | undefined {
  return mapOf(object["metadata"])["name"];
}

function itemsOf(object: JsonMap): readonly JsonMap[] {
  const { kind, items } = object;
  if (typeof kind !== "string" || !kind.endsWith("List") || !Array.isArray(items)) return [object];
  return (items as readonly Json[]).map((item) => {
    if (isMap(item) && !Array.isArray(item["items"])) return item;
    throw renderError(FIELD, "holds a list of something else than objects");
  });
}

function withoutServers(object: JsonMap): JsonMap {
  const kept = without(object, ["status"]);
  if (!isMap(object["metadata"])) return kept;
  const metadata = without(object["metadata"], SERVER_METADATA);
  if (!isMap(metadata["annotations"])) return { ...kept, metadata };
  return { ...kept, metadata: { ...metadata, annotations: without(metadata["annotations"], SERVER_ANNOTATIONS) } };
}

function assertObject(object: JsonMap, namespace: string): void {
  const metadata = mapOf(object["metadata"]);
  if (![object["apiVersion"], object["kind"], metadata["name"]].every((value) => typeof value === "string"))
    throw renderError(FIELD, "must hold objects with apiVersion, kind and metadata.name");
  if (metadata["namespace"] !== undefined && metadata["namespace"] !== namespace)
    throw renderError(FIELD, "must stay in the namespace of the workload");
  // Whatever is imported lies in Git and in the custom resource.
  if (object["kind"] === "Secret")
    throw renderError(FIELD, "must not hold Secrets: they stay on the cluster as they are");
}
