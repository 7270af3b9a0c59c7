import { execFileSync } from "node:child_process";
import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** What a release is made of, and where it will be. */
export type ReleaseSetting = Readonly<{
  root: string;
  outDir: string;
  version: string;
  /** The place of images and charts: the one that the chart pulls from, unless BERTH_RELEASE_PLACE names another one. */
  place: string;
  commit: string;
  builder: string;
  source: string | undefined;
  key: KeyObject | undefined;
}>;

/** Reads what a release is made of: the version from package.json, the place from the chart, the rest from the environment. */
export function readReleaseSetting(root: string, outDir: string, env: NodeJS.ProcessEnv): ReleaseSetting {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const key = env["BERTH_RELEASE_KEY"];
  return {
    root,
    outDir,
    version,
    place: env["BERTH_RELEASE_PLACE"] ?? placeOfChart(root),
    // A checkout of a pipeline may come without Git.
    commit: env["BERTH_RELEASE_COMMIT"] ?? askGit(root, "rev-parse", "HEAD"),
    builder: env["BERTH_RELEASE_BUILDER"] ?? "urn:berth:make-release",
    source: env["BERTH_RELEASE_SOURCE"],
    key: key === undefined || key === "" ? undefined : readKey(key),
  };
}

/** Reads where the chart's own values pull the images from. */
export function placeOfChart(root: string): string {
  const values = parse(readFileSync(join(root, "charts/berth/values.yaml"), "utf8")) as {
    image: { repository: string };
  };
  return values.image.repository;
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(
      "BERTH_RELEASE_KEY is no private key in PEM: make one with openssl genpkey (docs/guides/releasing.md)",
    );
  }
}

function askGit(root: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}
