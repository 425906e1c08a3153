import { BlockList, isIP } from 'node:net';

/** Loopback and unspecified addresses. IPv6 addresses that embed an IPv4 address are in the block of that address. */
const OWN_ADDRESSES = new BlockList();
OWN_ADDRESSES.addSubnet('127.0.0.0', 8, 'ipv4');
OWN_ADDRESSES.addSubnet('0.0.0.0', 8, 'ipv4');
OWN_ADDRESSES.addAddress('::1', 'ipv6');
OWN_ADDRESSES.addAddress('::', 'ipv6');

/** Whether the host of a URL is this machine, in whichever spelling. False for what is no URL. */
export function isThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = canonicalHost(new URL(url).host).replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  if (family !== 0) return OWN_ADDRESSES.check(host, family === 6 ? 'ipv6' : 'ipv4');
  return /^(?:.+\.)?localhost\.?$/.test(host);
}

/** A host as a URL of http has it, in lower case and with addresses in their usual form: URLs of other schemes keep the spelling. */
function canonicalHost(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}
