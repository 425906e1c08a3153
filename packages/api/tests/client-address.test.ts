import { addressNetwork } from '@quydoi/domain/address/address-network';
import { expect, test } from 'vitest';
import { addressBlock, createClientAddresses, LOOPBACK_PROXIES } from '../src/http/client-address.ts';

const local = createClientAddresses(LOOPBACK_PROXIES);
const proxied = createClientAddresses(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']);

test.each([
  ['nobody in between', local, '203.0.113.5', undefined, '203.0.113.5'],
  ['a stranger who claims to be a proxy', local, '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['our own proxy', local, '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['our own proxy over IPv6', local, '::1', '198.51.100.1', '198.51.100.1'],
  ['an IPv4 peer on an IPv6 socket', local, '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a caller who forges the list', local, '127.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['two proxies', proxied, '10.1.2.3', '198.51.100.1, 192.0.2.7', '198.51.100.1'],
  ['an IPv6 caller', proxied, '10.1.2.3', '[2a00::1]:443', '2a00::1'],
  ['an IPv4 caller with a port', local, '127.0.0.1', '198.51.100.1:52044', '198.51.100.1'],
  ['a forged list that our proxy completes', local, '127.0.0.1', 'unknown, <script>, 198.51.100.1:52044', '198.51.100.1'],
  ['nonsense in the list', local, '127.0.0.1', 'unknown, <script>', '0.0.0.0'],
  ['nonsense alone', local, '127.0.0.1', '1.2.3.4.5', '0.0.0.0'],
  ['nonsense before a proxy of ours', proxied, '10.1.2.3', '<script>, 192.0.2.7', '0.0.0.0'],
  ['an empty list', local, '127.0.0.1', '', '0.0.0.0'],
  ['a Unix socket', local, undefined, '198.51.100.1', '198.51.100.1'],
  ['a peer with a zone', local, 'fe80::1%eth0', undefined, 'fe80::1'],
])('the client is found with %s', (_name, addresses, peer, forwardedFor, client) => {
  expect(addresses.clientOf(peer, forwardedFor)).toBe(client);
});

test('twenty entries of the list are read: behind more proxies, the client is unknown, never one of them', () => {
  const behind = (count: number) => ['198.51.100.1', ...Array.from({ length: count }, (_, index) => `10.0.0.${index + 1}`)].join(', ');
  expect(proxied.clientOf('10.1.2.3', behind(19))).toBe('198.51.100.1');
  for (const count of [20, 21, 100]) expect(proxied.clientOf('10.1.2.3', behind(count))).toBe('0.0.0.0');
  // What a caller puts before its own address is not read.
  expect(proxied.clientOf('10.1.2.3', `${behind(100)}, 203.0.113.5, 192.0.2.7`)).toBe('203.0.113.5');
});

test.each(['localhost', '10.0.0.0/33', '10.0.0.0/x', '', '::/129'])('%j is no block', (entry) => {
  expect(() => createClientAddresses([entry])).toThrow('Not an address');
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test.each([
  '0.0.0.0/0',
  '128.0.0.0/1',
  '10.0.0.0/7',
  '::/0',
  '2000::/3',
  'fc00::/7',
  // Every IPv4 address, or many of them, as IPv6 writes them.
  '::/8',
  '::/80',
  '::ffff:0:0/95',
  '::ffff:0:0/96',
  '0:0:0:0:0:FFFF::/96',
  '::ffff:0.0.0.0/96',
  '::ffff:10.0.0.0/97',
  '::ffff:10.0.0.0/103',
])('%s trusts strangers', (entry) => {
  expect(() => createClientAddresses(['10.0.0.0/8', entry])).toThrow(`Trusts strangers as proxies: ${entry}`);
});

test.each([
  ['10.0.0.0/8', '10.1.2.3', '11.1.2.3'],
  ['fd00::/8', 'fd12::1', 'fc12::1'],
  ['::ffff:10.0.0.0/104', '10.1.2.3', '11.1.2.3'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.8'],
  ['::1', '::1', '0.0.0.1'],
])('%s trusts %s and not %s', (entry, inside, outside) => {
  const { isTrusted } = createClientAddresses([entry]);
  expect([isTrusted(inside), isTrusted(outside)]).toEqual([true, false]);
});

test.each([
  ['192.0.2.1', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
])('%s is in the network %s', (address, network) => {
  expect(addressNetwork(addressBlock(address))).toBe(network);
});
