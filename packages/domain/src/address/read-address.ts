/** Schemes of payment links whose target is an address: BIP 21, EIP-681, and what wallets of the other chains write in their codes. */
const LINK = /^(?:tron|bitcoin|ethereum|bnb|bsc|smartchain):(?:\/\/)?(.*)$/i;

/** White space, and characters without width that come along when a page is copied. */
const BLANKS = /[\s\u200b-\u200d\u2060\ufeff]+/g;

/**
 * The address in a text as people enter it: with blanks between groups, or as a payment link (`bitcoin:…?amount=…`). A link that calls a token's
 * `transfer` names the recipient in its parameters (EIP-681). Does not check the address.
 */
export function readAddress(text: string): string {
  const plain = text.replace(BLANKS, '');
  const target = LINK.exec(plain)?.[1];
  if (target === undefined) return plain;
  const [path = '', query = ''] = target.split('?');
  const [account = '', call] = path.replace(/^pay-/, '').split('/');
  const recipient = call === 'transfer' ? new URLSearchParams(query).get('address') : null;
  return recipient?.replace(BLANKS, '') ?? account.split('@')[0] ?? '';
}
