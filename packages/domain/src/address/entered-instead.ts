import { checkBitcoin } from './bitcoin.ts';
import { type AddressRejection, type EnteredInstead, refuse } from './outcome.ts';
import { readAddress } from './read-address.ts';

/** 12 to 25 words: BIP 39 has 12, 15, 18, 21 or 24, some wallets 25, and a phrase that lacks a word is as secret. Without blanks if lines were pasted. */
const RECOVERY_PHRASE = /^[A-Za-z]?[a-z]+(?:\s+[a-z]+){11,24}$|^[a-z]{36,}$/;

/** Forms of texts without blanks; the first one that matches is told. Private keys: WIF of Bitcoin's networks, and extended ones (BIP 32). */
const FORMS: readonly (readonly [EnteredInstead, string, RegExp])[] = [
  ['transaction', 'a transaction id', /^0x[\da-f]{64}$/i],
  ['transaction-or-key', 'a transaction id or a private key', /^[\da-f]{64}$/i],
  ['private-key', 'a private key', /^(?:[59]\w{50}|[KLc]\w{51}|[t-z]prv\w{107})$/],
  ['lightning', 'a payment code of Lightning', /^(?:lightning:|lnurl|ln(?:bc|tb|o)\d)/i],
  ['e-mail', 'an e-mail address', /^[^@]+@[^@]*[^@.]\.[a-z]{2,}$/i],
  ['name', 'a name for an address', /^[^:/]+\.(?:eth|bnb|trx|btc|sats|crypto|wallet|nft|dao|sol|ton|x)$/i],
];

/** Forms of the addresses of well-known chains that are not traded. Left out where other text has the same form, as with Solana. */
const OTHER_CHAINS: readonly (readonly [string, RegExp])[] = [
  ['Litecoin', /^(?:litecoin:)?ltc1[02-9ac-hj-np-z]{6,87}$/i],
  ['Bitcoin Cash', /^(?:bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/i],
  ['XRP', /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/],
  ['TON', /^[EU]Q[\w+/-]{46}$/],
];

/** Rejection of a text that is clearly something else than an address of a traded network; null for other text. */
export function refuseInstead(text: string): AddressRejection | null {
  if (RECOVERY_PHRASE.test(text.trim())) return refuseAs('recovery-phrase', 'a recovery phrase');
  const plain = readAddress(text);
  const form = FORMS.find(([, , pattern]) => pattern.test(plain));
  if (form) return refuseAs(form[0], form[1]);
  if ('address' in checkBitcoin(plain, 'testnet')) return { ...refuseAs('testnet', 'an address of Bitcoin’s testnet'), problem: 'wrong-network' };
  const [otherChain] = OTHER_CHAINS.find(([, pattern]) => pattern.test(plain)) ?? [];
  return otherChain === undefined ? null : { ...refuse('wrong-network', `this is an address of ${otherChain}`), otherChain };
}

function refuseAs(instead: EnteredInstead, words: string): AddressRejection {
  return { ...refuse('malformed', `this is ${words}`), instead };
}
