/** Network of an address, or of the /64 block of an IPv6 address, as one provider hands them out: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function addressNetwork(address: string): string {
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  return `${address.split(':').slice(0, 3).join(':')}::/48`;
}
