/** ABI of the ERC-20 token interface, which TRC-20 and BEP-20 share: calls and logs. Addresses are 40 hex digits. */

/** `transfer(address,uint256)`. */
export const TRANSFER = { signature: 'transfer(address,uint256)', selector: 'a9059cbb' } as const;
/** `balanceOf(address)`. */
export const BALANCE_OF = { signature: 'balanceOf(address)', selector: '70a08231' } as const;
/** First topic of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const WORD_DIGITS = 64;
const UINT256_MAX = 2n ** 256n - 1n;

/** An address as a parameter. */
export function addressWord(address: string): string {
  return address.padStart(WORD_DIGITS, '0');
}

/** The parameters of `transfer`. @throws RangeError for an amount beyond uint256 */
export function transferParameters(to: string, amount: bigint): string {
  if (amount < 0n || amount > UINT256_MAX) throw new RangeError('amount out of bounds');
  return addressWord(to) + amount.toString(16).padStart(WORD_DIGITS, '0');
}

/** The data of a call of `transfer`. */
export function transferData(to: string, amount: bigint): string {
  return TRANSFER.selector + transferParameters(to, amount);
}

/** Parses the data of a call of `transfer`. */
export function readTransferData(data: string): { readonly to: string; readonly amount: bigint } {
  return { to: data.slice(8 + 24, 8 + WORD_DIGITS), amount: BigInt(`0x${data.slice(8 + WORD_DIGITS)}`) };
}

/** A log of a contract. */
export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** A transfer of tokens. */
export interface TokenTransfer {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** Parses a log of a token contract; null when it reports something else, `unreadable` when it is a malformed transfer. */
export function readTransferLog(log: Log): TokenTransfer | null | 'unreadable' {
  const [topic, from, to] = log.topics;
  if (topic !== TRANSFER_TOPIC) return null;
  const isWord = (text: string | undefined) => text !== undefined && /^[0-9a-f]{64}$/.test(text);
  if (log.topics.length !== 3 || !isWord(from) || !isWord(to) || !isWord(log.data)) return 'unreadable';
  return { from: from?.slice(24) ?? '', to: to?.slice(24) ?? '', amount: BigInt(`0x${log.data}`) };
}
