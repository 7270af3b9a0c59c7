import { createBerth } from "../../client/create-berth.ts";

/** The client of the gateway that served this page, as the session of its cookie. */
export const berth = createBerth({ url: location.origin });
