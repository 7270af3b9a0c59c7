/** Leaves the last four digits of a card. */
export function maskCard(number: string | null): string | null {
  return number === null ? null : `**** ${number.slice(-4)}`;
}

/** Leaves of an IBAN its country and last four characters, of an e-mail address the first letter and the domain. */
export function maskAccount(account: string | null): string | null {
  if (account === null) return null;
  const at = account.lastIndexOf("@");
  if (at > 0) return `${account.slice(0, 1)}***${account.slice(at)}`;
  const bare = account.replaceAll(/\s/g, "");
  if (bare.length < 8) return "****";
  return /^[A-Z]{2}[0-9]{2}/.test(bare) ? `${bare.slice(0, 2)}** **** ${bare.slice(-4)}` : `**** ${bare.slice(-4)}`;
}
