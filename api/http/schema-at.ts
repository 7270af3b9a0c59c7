import { z } from "zod";

/** Takes optional, nullable and default off a schema. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.unwrap());
  return schema;
}

/** Lists the schemas from the root to the value at a path; shorter than the path where the contract knows no such value. */
function schemasAlong(root: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType[] {
  const schemas = [root];
  for (const part of path) {
    const next = childSchema(bare(schemas.at(-1) ?? root), part);
    if (next === undefined) return schemas;
    schemas.push(next);
  }
  return schemas;
}

/** Finds the schema of the value at a path. */
export function schemaAt(root: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  const schemas = schemasAlong(root, path);
  const found = schemas.at(-1);
  return found !== undefined && schemas.length === path.length + 1 ? bare(found) : undefined;
}

function childSchema(schema: z.core.$ZodType, part: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) {
    const shape: z.core.$ZodLooseShape = schema.shape;
    return Object.hasOwn(shape, part) ? (shape[String(part)] as z.core.$ZodType) : undefined;
  }
  if (schema instanceof z.ZodArray) return schema.element;
  return schema instanceof z.ZodRecord ? schema.valueType : undefined;
}

/** Tells whether a value at the path could show a secret: it is one, lies in one, or holds one, or is an unknown member beside one. */
export function mayShowSecret(root: z.core.$ZodType, path: readonly PropertyKey[]): boolean {
  const along = schemasAlong(root, path);
  return along.some(isSecret) || holdsSecret(along.at(-1) ?? root);
}

function isSecret(schema: z.core.$ZodType): boolean {
  if (!(schema instanceof z.ZodType)) return false;
  if (schema.meta()?.["secret"] === true) return true;
  const inner = bare(schema);
  return inner !== schema && isSecret(inner);
}

function holdsSecret(schema: z.core.$ZodType): boolean {
  const inner = bare(schema);
  if (isSecret(schema)) return true;
  if (inner instanceof z.ZodArray) return holdsSecret(inner.element);
  if (inner instanceof z.ZodObject) return Object.values<z.core.$ZodType>(inner.shape).some(holdsSecret);
  return false;
}
