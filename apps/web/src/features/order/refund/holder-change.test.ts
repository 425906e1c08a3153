import { expect, test } from 'vitest';
import type { HolderName } from '../../../lib/use-holder-name.ts';
import { holderChange, isComparing } from './holder-change.ts';

const found = (name: string): HolderName => ({ state: 'found', name });

test.each([
  ['NGUYEN VAN AN', 'NGUYEN VAN AN', false],
  ['Nguyễn  Văn An', 'NGUYEN VAN AN', false],
  ['TRAN THI BINH', 'NGUYEN VAN AN', true],
  ['NGUYEN VAN ANH', 'NGUYEN VAN AN', true],
])('%s instead of %s is another holder: %s', (recipient, declared, isOther) => {
  expect(holderChange(found(recipient), found(declared), '')).toEqual(isOther ? { recipient, declared } : null);
});

test('a name that nobody knows is compared with none', () => {
  for (const unknown of [{ state: 'idle' }, { state: 'waiting' }, { state: 'unavailable' }, { state: 'invalid', code: 'X' }] as const) {
    expect(holderChange(found('TRAN THI BINH'), unknown, '')).toBeNull();
    expect(holderChange(unknown, found('NGUYEN VAN AN'), '')).toBeNull();
  }
});

test('names are compared before anything is sent', () => {
  expect(isComparing(found('TRAN THI BINH'), { state: 'waiting' })).toBe(true);
  for (const known of [found('NGUYEN VAN AN'), { state: 'idle' }, { state: 'unavailable' }] as const)
    expect(isComparing(found('TRAN THI BINH'), known)).toBe(false);
});

test('a typed name is compared as well', () => {
  const unavailable = { state: 'unavailable', mayType: true } as const;
  expect(holderChange(unavailable, found('NGUYEN VAN AN'), 'TRAN THI BINH')).toEqual({ recipient: 'TRAN THI BINH', declared: 'NGUYEN VAN AN' });
  expect(holderChange(unavailable, found('NGUYEN VAN AN'), 'NGUYEN VAN AN')).toBeNull();
});
