import type pg from "pg";

/** Runs statements, alone or inside a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;
