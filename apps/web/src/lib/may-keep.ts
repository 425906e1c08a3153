import { mayBeSecret } from '@quydoi/domain/address/secret';

/** Keys of typed holders' names: small words like a recovery phrase's, when typed without marks. */
const NAME = /\bholder\b/;

/**
 * Whether an entry of a form may be written to storage. What may open a wallet, and was entered by mistake, lives as long as the page.
 * @param key the entry's key in its draft
 */
export function mayKeep(key: string, text: string): boolean {
  return NAME.test(key) || !mayBeSecret(text);
}
