import { refusedValue } from "../http/refused-value.ts";

/** Derives where a checkout returns to: somewhere on this platform, so that nobody is led elsewhere from it. */
export function returnAddress(publicUrl: string, wanted: string | null | undefined): string {
  if (typeof wanted !== "string") return publicUrl;
  const isAddress = URL.canParse(wanted, publicUrl);
  const target = isAddress ? new URL(wanted, publicUrl) : undefined;
  if (target?.origin !== new URL(publicUrl).origin || target.username !== "" || target.password !== "")
    throw refusedValue(["body", "redirect_to"], "it must be a path or an address of this platform");
  return target.href;
}
