/** Reads which database the migration program works on. */
export function readPostgresUrl(): string {
  const url = process.env["BERTH_POSTGRES_URL"];
  if (url === undefined || url === "") throw new Error("BERTH_POSTGRES_URL must name the database to migrate");
  return url;
}
