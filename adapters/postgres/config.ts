import { readFileSync } from "node:fs";

/** Reads which database the migration program works on. */
export function readPostgresUrl(): string {
  const file = process.env["BERTH_POSTGRES_URL_FILE"] ?? "";
  const url = file === "" ? process.env["BERTH_POSTGRES_URL"] : readFileSync(file, "utf8").trim();
  if (url === undefined || url === "") throw new Error("BERTH_POSTGRES_URL must name the database to migrate");
  return url;
}
