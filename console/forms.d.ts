/** What scripts/build-console.ts takes out of the OpenAPI document: schemas by the names of bodies. */
declare module "virtual:forms" {
  export const FORMS: Readonly<Record<string, object>>;
}
