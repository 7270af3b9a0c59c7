/** What scripts/build-console.ts takes out of the OpenAPI document. */
declare module "virtual:forms" {
  import type { FormSchema } from "./view/form-fields.ts";
  export const FORMS: Readonly<Record<string, FormSchema>>;
}
