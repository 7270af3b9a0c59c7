import { isIP } from "node:net";
import { z } from "zod";
import { pemCertificates } from "../../contract/certificate-settings.ts";
import { isRange } from "./address-guard.ts";
import type { AddressAskerOptions } from "./address-asker.ts";

const FRONT = /^\[?([0-9A-Fa-f.:]+)\]?:([0-9]{1,5})$/;

/** Lists the settings that say how the public addresses of applications are asked. */
export const addressAskerSettings = {
  BERTH_REACHABILITY: z.enum(["on", "off"]).default("on").meta({
    description:
      "Whether the operator asks the public addresses of applications, for the condition Reachable; off where it has no way to them. Under a domain that ends in localhost nobody is asked without BERTH_APPS_ADDRESS",
  }),
  BERTH_APPS_ADDRESS: z
    .string()
    .refine((text) => isIP(FRONT.exec(text)?.[1] ?? "") !== 0)
    .optional()
    .meta({
      description: "Address and port at which all applications are asked, whatever DNS says, such as 127.0.0.1:8443",
    }),
  BERTH_APPS_CA: pemCertificates.optional().meta({
    description:
      "Certificate, in PEM, of the authority of the applications' certificates, where it is not one that everybody trusts",
  }),
  BERTH_APPS_ALLOWED_ADDRESSES: z
    .string()
    .default("")
    .transform((text) => text.split(",").map((word) => word.trim()))
    .transform((words) => words.filter((word) => word !== ""))
    .pipe(z.array(z.string().refine(isRange)))
    .meta({
      description:
        "Ranges of private addresses at which applications may be asked, such as 10.20.0.0/16; comma separated. Public ones always may",
    }),
};

type Given = z.infer<z.ZodObject<typeof addressAskerSettings>>;
/** How addresses are asked, as the settings say it. */
export type AddressAskerRules = Pick<AddressAskerOptions, "allowed" | "front" | "ca">;

/** Makes the rules of the settings; undefined where nobody is asked. */
export function toAddressAskerRules(given: Given, appsDomain: string): AddressAskerRules | undefined {
  const { BERTH_REACHABILITY: word, BERTH_APPS_ADDRESS: at = "", BERTH_APPS_CA: ca } = given;
  const [, address, port] = FRONT.exec(at) ?? [];
  const front = address === undefined ? undefined : { address, port: Number(port) };
  const isLocal = appsDomain === "localhost" || appsDomain.endsWith(".localhost");
  if (word === "off" || (isLocal && front === undefined)) return undefined;
  return { allowed: given.BERTH_APPS_ALLOWED_ADDRESSES, front, ca };
}
