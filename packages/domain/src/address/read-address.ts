import { NETWORK_CODES, NETWORKS, type NetworkCode } from '../networks.ts';

/** Networks by the scheme of links to pay to their addresses. */
const SCHEMES: ReadonlyMap<string, NetworkCode> = new Map(
  NETWORK_CODES.flatMap((code) => (NETWORKS[code].linkSchemes ?? []).map((scheme) => [scheme, code] as const)),
);
const LINK = new RegExp(`^(${[...SCHEMES.keys()].join('|')}):(?://)?(.*)$`, 'i');

/** White space, and characters without width that come along when a page is copied. */
const BLANKS = /[\s\u200b-\u200d\u2060\ufeff]+/g;

/**
 * The address in a text as people enter it: with blanks between groups, or as a payment link (`bitcoin:…?amount=…`). A link that calls a token's
 * `transfer` names the recipient in its parameters (EIP-681). Does not check the address.
 */
export function readAddress(text: string): string {
  const plain = text.replace(BLANKS, '');
  const target = LINK.exec(plain)?.[2];
  if (target === undefined) return plain;
  const [path = '', query = ''] = target.split('?');
  const [account = '', call] = path.replace(/^pay-/, '').split('/');
  const recipient = call === 'transfer' ? new URLSearchParams(query).get('address') : null;
  return recipient?.replace(BLANKS, '') ?? account.split('@')[0] ?? '';
}

/**
 * Network that a payment link is for: that of its scheme, unless it names a chain by its id (`ethereum:0x…@56`, EIP-681). `unknown` for a chain that
 * is none of ours; null where the text is no link.
 */
export function networkOfLink(text: string): NetworkCode | 'unknown' | null {
  const [, scheme, target = ''] = LINK.exec(text.replace(BLANKS, '')) ?? [];
  if (scheme === undefined) return null;
  const [, chain] = /^[^/?]*@([^/?]*)/.exec(target) ?? [];
  if (chain === undefined) return SCHEMES.get(scheme.toLowerCase()) ?? 'unknown';
  return NETWORK_CODES.find((code) => String(NETWORKS[code].chainId) === chain) ?? 'unknown';
}
