import { renderError } from "../render-error.ts";
import type { RenderDatabaseInput } from "./database-input.ts";

type Channel = RenderDatabaseInput["channel"];
type Images = Readonly<Record<string, Readonly<Record<Channel, string>>>>;

const postgres = (version: string): string => `ghcr.io/cloudnative-pg/postgresql:${version}-system-trixie`;
const mysql = (version: string): string => `ghcr.io/cybozu-go/moco/mysql:${version}`;

/**
 * Lists the image of each major version by channel: raising a minor version here is how databases get it, those of the
 * latest channel first. MOCO 0.36 supports exactly these of MySQL.
 */
const IMAGES: Readonly<Record<string, Images>> = {
  postgresql: {
    "14": { stable: postgres("14"), latest: postgres("14") },
    "15": { stable: postgres("15.14"), latest: postgres("15") },
    "16": { stable: postgres("16.10"), latest: postgres("16") },
    "17": { stable: postgres("17.6"), latest: postgres("17") },
    "18": { stable: postgres("18.4"), latest: postgres("18.4") },
  },
  mysql: {
    "8.0": { stable: mysql("8.0.45"), latest: mysql("8.0.45") },
    "8.4": { stable: mysql("8.4.8"), latest: mysql("8.4.8") },
  },
};

/** Returns the image of a version. */
export function databaseImage(engine: string, version: string, channel: Channel): string {
  const image = IMAGES[engine]?.[version]?.[channel];
  if (image === undefined) throw renderError("engine_version", "is not one that the platform has");
  return image;
}
