import { BlockList, isIP, isIPv4 } from 'node:net';
import { LRUCache } from 'lru-cache';

/** Default trusted proxies: loopback. */
export const LOOPBACK_PROXIES: readonly string[] = ['127.0.0.0/8', '::1'];

/** Maximum entries of `X-Forwarded-For` that are evaluated. */
const HOPS_MAX = 20;

/** Maximum cached socket peers: a handful behind proxies, one per client without. */
const PEERS_MAX = 1_000;
const THIS_MACHINE = '127.0.0.1';
/** Client of a trusted proxy whose header names none: never the proxy itself, which is trusted and shared. */
const UNKNOWN_CLIENT = '0.0.0.0';
/** Shortest prefix of a block of trusted proxies, of its IPv4 part where it covers IPv4 addresses: a shorter one trusts strangers. */
const TRUSTED_PREFIX_MIN = 8;

/** IPv4 addresses as IPv6 writes them: a block of IPv6 that covers some trusts those IPv4 addresses too. */
const MAPPED_START = '::ffff:0:0';
const MAPPED_BITS = 96;
const MAPPED = new BlockList();
MAPPED.addSubnet(MAPPED_START, MAPPED_BITS, 'ipv6');

/** Resolves client addresses behind trusted proxies. */
export interface ClientAddresses {
  /**
   * The client's address: the socket's peer or, behind trusted proxies, the nearest `X-Forwarded-For` entry that is not a trusted proxy.
   * A request without a socket peer comes from this machine (a Unix socket, an in-process call). `0.0.0.0` when the header cannot be read as far
   * as the client.
   */
  clientOf(peer: string | undefined, forwardedFor: string | undefined): string;
  /** Whether an address is one of the trusted proxies'. */
  isTrusted(address: string): boolean;
}

/**
 * Creates the resolver of client addresses.
 * @param trustedProxies addresses and CIDR blocks whose `X-Forwarded-For` is trusted
 * @throws Error for a malformed entry, or a block that trusts strangers
 */
export function createClientAddresses(trustedProxies: readonly string[]): ClientAddresses {
  const trusted = new BlockList();
  for (const entry of trustedProxies) addBlock(trusted, entry);
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const peers = new LRUCache<string, { readonly address: string; readonly isTrusted: boolean }>({ max: PEERS_MAX });

  function peerOf(peer: string): { readonly address: string; readonly isTrusted: boolean } {
    const known = peers.get(peer);
    if (known) return known;
    const address = canonicalAddress(peer) ?? THIS_MACHINE;
    const found = { address, isTrusted: isTrusted(address) };
    peers.set(peer, found);
    return found;
  }

  return {
    isTrusted,
    clientOf(peer, forwardedFor) {
      const nearest = peerOf(peer ?? THIS_MACHINE);
      if (forwardedFor === undefined || !nearest.isTrusted) return nearest.address;
      if (!forwardedFor.includes(',')) return canonicalAddress(forwardedFor.trim()) ?? UNKNOWN_CLIENT;
      let client = nearest.address;
      const hops = forwardedFor.split(',');
      for (const hop of hops.slice(-HOPS_MAX).reverse()) {
        if (!isTrusted(client)) break;
        const address = canonicalAddress(hop.trim());
        if (address === null) return UNKNOWN_CLIENT;
        client = address;
      }
      return hops.length > HOPS_MAX && isTrusted(client) ? UNKNOWN_CLIENT : client;
    },
  };
}

/** Rate-limiting key of an address: the IPv4 address itself, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function addressBlock(address: string): string {
  if (!address.includes(':') || isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter((group) => group !== '');
  const back = tail.split(':').filter((group) => group !== '');
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0') : [];
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}

/** Canonical form of an address, without zone, port, brackets or IPv4-in-IPv6 wrapping; null when malformed. */
export function canonicalAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const bare = text
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  const address = mapped ?? bare;
  return isIP(address) === 0 ? null : address;
}

function addBlock(list: BlockList, entry: string): void {
  const [address = '', prefix] = entry.trim().split('/');
  const family = isIP(address);
  const bits = prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix);
  if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === 6 ? 128 : 32))
    throw new Error(`Not an address or CIDR block: ${entry}`);
  const judged = family === 6 && coversIpv4(address, bits) ? bits - MAPPED_BITS : bits;
  if (judged < TRUSTED_PREFIX_MIN) throw new Error(`Trusts strangers as proxies: ${entry}`);
  list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a block of IPv6 covers IPv4 addresses: it contains all of them, or is one of their blocks. */
function coversIpv4(address: string, bits: number): boolean {
  if (MAPPED.check(address, 'ipv6')) return true;
  const block = new BlockList();
  block.addSubnet(address, bits, 'ipv6');
  return block.check(MAPPED_START, 'ipv6');
}
