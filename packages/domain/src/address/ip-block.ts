import type { IpBlockSettings } from '../settings.ts';
import { addressNetwork } from './address-network.ts';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const GROUP = '(?:0|[1-9a-f][0-9a-f]{0,3})';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$|^${OCTET}(?:\\.${OCTET}){2}\\.0/24$`);
const IPV6 = new RegExp(`^${GROUP}(?::${GROUP}){3}::/64$|^${GROUP}(?::${GROUP}){2}::/48$`);

/**
 * Whether a text names an IP network that operators can block, written as the exchange writes it: an IPv4 address or its `/24`, the `/64` of an IPv6
 * address with all four groups, or its `/48` with all three.
 */
export function isBlockableNetwork(text: string): boolean {
  return IPV4.test(text) || IPV6.test(text);
}

/**
 * Whether operators have blocked an address, by itself or with its network.
 * @param addressBlock an IPv4 address, or the `/64` of an IPv6 address
 */
export function isIpBlocked(blocks: ReadonlyMap<string, IpBlockSettings>, addressBlock: string, now: Date): boolean {
  return [addressBlock, addressNetwork(addressBlock)].some((network) => {
    const block = blocks.get(network);
    return block !== undefined && isInForce(block, now);
  });
}

/** Whether a block was not taken back, and has not ended by itself. */
export function isInForce({ on, until }: IpBlockSettings, now: Date): boolean {
  return on && (until === null || now < new Date(until));
}
