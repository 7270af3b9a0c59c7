import { join } from "node:path";
import { beginBinariesOfModules } from "../binaries/binaries.ts";
import type { Binaries } from "../binaries/binaries.ts";
import type { BinaryName } from "../binaries/catalog.ts";
import type { LocalConfig } from "../config.ts";
import { PortBook } from "../port-book.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import { openSecretBook } from "../secret-book.ts";

const secretNames = [
  "admin",
  "api",
  "operator",
  "argocd",
  "argocdManagement",
  "argocdServerKey",
  "git",
  "cloud",
  "service",
  "postgres",
  "adminPassword",
  "registryStorage",
] as const;

/** What every part of the stack is made from. */
export type StackContext = Readonly<{
  homeDir: string;
  projectDir: string;
  config: LocalConfig;
  supervisor: Supervisor;
  /** Whether the API server notes what gateway and operator ask of it. */
  audited?: boolean | undefined;
  /** Whether the management cluster is without Berth's own kinds and rights. */
  bare?: boolean | undefined;
  ports: PortBook;
  secrets: Readonly<Record<(typeof secretNames)[number], string>>;
  binaries: Binaries;
  report: (line: string) => void;
}>;

/** Names the domain of the applications. */
export const APPS_DOMAIN = "apps.localhost";
/** Names the namespace of Argo CD on the management cluster. */
export const ARGOCD_NAMESPACE = "argocd";
/** Names the operator's own namespace on the management cluster. */
export const BERTH_NAMESPACE = "berth-system";

type Basis = Pick<StackContext, "homeDir" | "projectDir" | "config" | "supervisor" | "audited" | "bare" | "report">;

/** Opens what a home folder remembers and begins to fetch the binaries that the chosen parts need. */
export async function openContext(basis: Basis, names: readonly BinaryName[]): Promise<StackContext> {
  const { homeDir, projectDir, config, supervisor, report } = basis;
  const binaries = await beginBinariesOfModules(
    {
      binDir: config.binDir,
      cacheDir: config.cacheDir,
      mirror: config.mirror,
      localDir: join(projectDir, "local"),
      platform: process.platform,
      arch: process.arch,
      path: config.childEnv["PATH"] ?? "",
      run: (what) => supervisor.run(what),
      report,
    },
    names,
  );
  const secrets = await openSecretBook(join(homeDir, "secrets.json"), secretNames);
  return { ...basis, ports: new PortBook(join(homeDir, "ports.json")), secrets, binaries };
}
