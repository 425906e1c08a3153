const SHOWN_CHARS = 4;
const HIDDEN_CHARS_MIN = 4;

/** Masks an account except its last four characters, enough for its owner to recognise it, or fewer: at least four stay hidden. */
export function maskAccount(account: string): string {
  return `•••${account.slice(Math.max(account.length - SHOWN_CHARS, HIDDEN_CHARS_MIN))}`;
}
