/** The first segments of the console's addresses: what the gateway answers to browsers with its page. */
export const PAGE_ROOTS = [
  "",
  "sign-in",
  "register",
  "deployments",
  "clusters",
  "databases",
  "invitations",
  "organization",
  "account",
  "admin",
] as const;
