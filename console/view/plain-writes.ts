/** The writes that are made without a command and a plan before them, each with the reason. */
export const PLAIN_WRITES = {
  register: "It makes the account by which everything else is done.",
  login: "It signs this browser in; a program has a key.",
  finishLogin: "It signs this browser in; a program has a key.",
  logout: "It ends this browser's session.",
  updateMe: "It chooses which organization this browser's pages are about; what it changes of people is a Call.",
  stopImpersonating: "It gives this browser its own session back.",
  startProof: "It proves who sits before this browser.",
  proveAgain: "It proves who sits before this browser.",
  confirmSecondFactor: "Its code is of these seconds, its passkey of this browser.",
  acceptInvitation: "The secret of the mail is its path, and what it does stands beside the button.",
  declineInvitation: "The secret of the mail is its path, and what it does stands beside the button.",
  preflightImport: "It changes nothing: it is the plan of an import; its form has its command.",
} as const;
