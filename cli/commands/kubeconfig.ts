import { findCluster } from "../find-resource.ts";
import type { Means } from "../means.ts";
import { formatJson } from "../output/format-data.ts";
import { FailedChange } from "../output/explain-fault.ts";
import { readCount } from "../read-input.ts";
import type { Define } from "./command.ts";

type Options = Readonly<{ ttl?: string; exec?: true; credential?: true }>;
type Kubeconfig = Readonly<{ users: { name: string; user: Record<string, unknown> }[] }> & Record<string, unknown>;

/** kubectl asks anew for each command: what it gets need not live long. */
const CREDENTIAL_TTL = 600;

/** `berth kubeconfig`: a kubeconfig of one's own; with --exec one without a token in it, which asks berth for one. */
export const define: Define = (command, act) => {
  command
    .argument("<cluster>", "name of the cluster")
    .option("--ttl <seconds>", "how long it works: 600 to 86400; 8 hours when unset")
    .option("--exec", "without a token: kubectl asks berth for one, with each command")
    .option("--credential", "answer as kubectl's credential plugin; --exec writes this into the file")
    .action(
      act(async (means, options: Options, ref: string) => {
        const { id } = await findCluster(means, ref);
        const usual = options.credential || options.exec ? { ttl: CREDENTIAL_TTL } : {};
        const query = options.ttl === undefined ? usual : { ttl: readCount(options.ttl, "--ttl") };
        const { kubeconfig, expires_at: expiresAt } = await means.berth.getClusterKubeconfig({
          path: { cluster_id: id },
          query,
        });
        if (options.credential) means.out.text(formatJson(credentialOf(await parsed(kubeconfig), expiresAt)));
        else means.out.text(options.exec ? await withoutToken(means, kubeconfig, id) : kubeconfig);
      }),
    );
};

function credentialOf({ users: [entry] }: Kubeconfig, expirationTimestamp: string): object {
  const token = entry?.user["token"];
  if (typeof token !== "string") throw new FailedChange("The kubeconfig has no token.");
  return {
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token, expirationTimestamp },
  };
}

async function withoutToken(means: Means, text: string, id: string): Promise<string> {
  const kubeconfig = await parsed(text);
  const { context } = means.target;
  const args = [...(context === undefined ? [] : ["--context", context.name]), "kubeconfig", id, "--credential"];
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "berth",
    args,
    interactiveMode: "Never",
    installHint: "Install berth, Berth's command line, and sign in.",
  };
  const users = kubeconfig.users.map(({ name }) => ({ name, user: { exec } }));
  return (await import("yaml")).stringify({ ...kubeconfig, users });
}

async function parsed(text: string): Promise<Kubeconfig> {
  return (await import("yaml")).parse(text, { maxAliasCount: 0 }) as Kubeconfig;
}
