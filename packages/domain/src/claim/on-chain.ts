import { leasesAddresses, NETWORK_CODES, NETWORKS, type NetworkCode } from '../networks.ts';

/**
 * Transaction id in what a customer copied: the id itself in either case, alone or within a link. Networks without a public record have no known form
 * of ids, so there it is the text as it is. Null if the text contains no transaction id of the network.
 */
export function transactionIdIn(code: NetworkCode, copied: string): string | null {
  const { explorer } = NETWORKS[code];
  if (!explorer) return copied;
  const isId = new RegExp(explorer.idPattern);
  const words = copied.toLowerCase().split(/[^0-9a-z]+/);
  return words.find((word) => isId.test(word)) ?? null;
}

/**
 * The chains on which an address of this one is valid too, itself first: a customer may have sent to it on the wrong one of them. Only the network
 * itself where addresses belong to one network.
 */
export function networksOfAddress(code: NetworkCode): readonly NetworkCode[] {
  const format = JSON.stringify(NETWORKS[code].address);
  const others = NETWORK_CODES.filter((other) => other !== code && leasesAddresses(other) && JSON.stringify(NETWORKS[other].address) === format);
  return [code, ...others];
}

/** Tokens that wallets hold on every chain with tokens, and that customers mix up. */
const DOLLAR_TOKENS = ['USDT', 'USDC'] as const;

/** Units that are sent to addresses of a chain: of its own coin, and of well-known tokens. None where a chain has no tokens, and so nothing to mix up. */
export function unitsSentOn(code: NetworkCode): readonly string[] {
  const { feeCoin, tokenStandard } = NETWORKS[code];
  return feeCoin && tokenStandard !== undefined ? [feeCoin.unit.toUpperCase(), ...DOLLAR_TOKENS] : [];
}
