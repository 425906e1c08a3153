import { describe, expect, test } from 'vitest';
import { isBlockableNetwork, isIpBlocked } from './ip-block.ts';

const NOW = new Date('2026-11-29T08:00:00Z');
const block = { on: true, until: null, note: 'spam' };

describe('networks that can be blocked', () => {
  test.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0', '2001:db8:0:1::/64', '2001:db8:0::/48'])('%s', (text) => {
    expect(isBlockableNetwork(text)).toBe(true);
  });

  test.each([
    '',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.07',
    '203.0.113.7/24',
    '203.0.113.0/16',
    '0.0.0.0/0',
    '2001:db8::/64',
    '2001:DB8:0:1::/64',
    '2001:db8:0:1::/32',
    '::/0',
    '2001:db8:0:1:0:0:0:1',
    ' 203.0.113.7',
    '203.0.113.7\n',
  ])('not %j', (text) => {
    expect(isBlockableNetwork(text)).toBe(false);
  });
});

describe('an address is blocked', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.0/24', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.114.7', false],
    ['2001:db8:0:1::/64', '2001:db8:0:1::/64', true],
    ['2001:db8:0::/48', '2001:db8:0:1::/64', true],
    ['2001:db8:0:1::/64', '2001:db8:0:2::/64', false],
  ])('by a block of %s: %s %s', (network, address, is) => {
    expect(isIpBlocked(new Map([[network, block]]), address, NOW)).toBe(is);
  });

  test('until its block ends, or is taken back', () => {
    const blocked = (change: Partial<typeof block> | { until: string }) =>
      isIpBlocked(new Map([['203.0.113.7', { ...block, ...change }]]), '203.0.113.7', NOW);
    expect(blocked({ until: '2026-11-29T08:00:00.001Z' })).toBe(true);
    expect(blocked({ until: '2026-11-29T08:00:00.000Z' })).toBe(false);
    expect(blocked({ on: false })).toBe(false);
  });

  test('where either block holds', () => {
    const blocks = new Map([
      ['203.0.113.7', { ...block, on: false }],
      ['203.0.113.0/24', block],
    ]);
    expect(isIpBlocked(blocks, '203.0.113.7', NOW)).toBe(true);
  });
});
