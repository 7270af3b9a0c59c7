import { classifyAddress } from "../../adapters/outgoing/address-rule.ts";
import { isIP } from "node:net";
import { refusedValue } from "../http/refused-value.ts";

/** Refuses URLs that no delivery could go to; names are judged each time they are resolved. */
export function assertWebhookUrl(text: string, allowPrivate: boolean): void {
  const refuse = (sentence: string): never => {
    throw refusedValue(["body", "url"], sentence);
  };
  const url = URL.canParse(text) ? new URL(text) : refuse("url is not a URL");
  if (url.username !== "" || url.password !== "") refuse("url must not hold a user or a password");
  if (allowPrivate) return;
  if (url.protocol !== "https:") refuse("url must begin with https://");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 && classifyAddress(host) !== "public") refuse("this address may not be called");
}
