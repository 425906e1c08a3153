import { expect, test } from 'vitest';
import { claimedAgain, claimedFacts, rememberClaim, sentClaims } from './sent-claims.ts';

const FACTS = { bank: 'Vietcombank', accountEnd: '1111', reference: '' };

test('each claim of each order is remembered, and the oldest are forgotten', () => {
  rememberClaim('S7PNZSFYXK', 1, FACTS);
  rememberClaim('S7PNZSFYXK', 2, { ...FACTS, accountEnd: '2222', reference: 'FT1' });
  rememberClaim('7KQ2M9XR4B', 1, { ...FACTS, bank: '' });
  const of = (ref: string, n: number) => claimedFacts(sentClaims.get(), ref, n);
  expect(of('S7PNZSFYXK', 1)).toBe('Vietcombank · …1111');
  expect(of('S7PNZSFYXK', 2)).toBe('Vietcombank · …2222 · FT1');
  expect(of('7KQ2M9XR4B', 1)).toBe('…1111');
  expect(of('7KQ2M9XR4B', 2)).toBe('');
  for (let n = 0; n < 20; n += 1) rememberClaim('NEWNEWNEWN', n, FACTS);
  expect(of('S7PNZSFYXK', 1)).toBe('');
  expect(of('NEWNEWNEWN', 0)).not.toBe('');
});

test.each([
  [FACTS, { accountEnd: '1111', reference: '' }],
  [
    { ...FACTS, reference: 'FT1' },
    { accountEnd: '1111', reference: 'FT1' },
  ],
  [
    { ...FACTS, accountEnd: '', reference: 'FT1' },
    { accountEnd: '', reference: 'FT1' },
  ],
  [
    { ...FACTS, bank: '' },
    { accountEnd: '1111', reference: '' },
  ],
])('what %j says can be corrected', (facts, again) => {
  rememberClaim('7KQ2M9XR4B', 3, facts);
  expect(claimedAgain(sentClaims.get(), '7KQ2M9XR4B', 3)).toEqual(again);
  expect(claimedAgain(sentClaims.get(), '7KQ2M9XR4B', 4)).toBeNull();
});
