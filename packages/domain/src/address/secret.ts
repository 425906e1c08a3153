/** Longer than any address but those of Bitcoin that start with `bc1`: private keys are, in hex, WIF and as extended keys. */
const LONG = /^(?!bc1|BC1)\w{50,}$/;

/**
 * Words of small letters, as recovery phrases are made of; a phone may write the first one large. Three, because a phrase is typed word by word, or all
 * without blanks: a field joins pasted lines.
 */
const WORDS = /^[A-Za-z]?[a-z]+(?:\s+[a-z]+){2,}$|^[a-z]{36,}$/;

/** Whether a text may be what opens a wallet: a private key, or a recovery phrase that is still being typed. Such a text is no address, and must not be kept. */
export function mayBeSecret(text: string): boolean {
  const plain = text.trim();
  return LONG.test(plain) || WORDS.test(plain);
}
