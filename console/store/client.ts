import { createBerth, type Berth } from "../../client/create-berth.ts";
import { hearTime } from "./now.ts";
import { signedInFetch } from "./sign-in-again.ts";

/** The client of the gateway that served this page, as the session of its cookie. */
export const client: Berth = createBerth({
  url: location.origin,
  fetch: (request) => signedInFetch(request).then(hearTime),
});
