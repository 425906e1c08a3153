import { expect, test } from 'vitest';
import { isProvenUnpaid, type ProviderRecord } from './check-attempt.ts';

const KINDS = ['one-shot', 'keyed', 'signed'] as const;

test.each<[ProviderRecord['state'], readonly string[]]>([
  ['failed', ['one-shot', 'keyed', 'signed']],
  ['expired', ['one-shot', 'keyed', 'signed']],
  ['absent', ['one-shot', 'keyed']],
  ['refused', ['one-shot', 'keyed']],
  ['reversed', ['keyed']],
  ['paid', []],
  ['pending', []],
  ['waiting-otp', []],
])('a record that is %s proves that nothing was paid to %j', (state, kinds) => {
  for (const kind of KINDS) expect(isProvenUnpaid(kind, { state } as ProviderRecord)).toBe(kinds.includes(kind));
});
