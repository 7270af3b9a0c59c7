import { BerthError } from "../../contract/errors.ts";
import { secretName } from "../../contract/fields.ts";
import type { StoredSecret } from "../../contract/secret-store.ts";
import type { Context } from "../http/context.ts";
import { assertVersion } from "../http/etag.ts";
import { scopeOf, type MeantScope } from "./secret-scope.ts";
import { secretId } from "./secret-body.ts";

type Place = Readonly<{
  path: Readonly<{ secret_name: string }>;
  query: Parameters<typeof scopeOf>[1];
  headers?: Readonly<{ "if-match"?: string | undefined }>;
}>;

/** A secret that a request means, with what the audit log is to say about it. */
type LoadedSecret = Readonly<{
  scope: MeantScope;
  secret: StoredSecret;
  target: Readonly<{ kind: "Secret"; id: string; name: string; organizationId: string }>;
}>;

/** Finds the secret of a path, in the version that If-Match wants. */
export async function loadSecret(context: Context, { path, query, headers }: Place): Promise<LoadedSecret> {
  const scope = await scopeOf(context, query);
  // A name that no secret can have is the name of none, and may not become part of a path.
  const isName = secretName.safeParse(path.secret_name).success;
  const secret = isName ? await context.services.secrets.find(scope, path.secret_name) : undefined;
  if (secret === undefined) throw new BerthError("not_found");
  assertVersion(secret, headers?.["if-match"]);
  const { organization, organizationId } = scope;
  const id = secretId(organization, secret);
  return { scope, secret, target: { kind: "Secret", id, name: secret.name, organizationId } };
}
