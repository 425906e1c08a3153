import type { Suspension } from '@quydoi/domain/operations/suspension';
import { expect, test } from 'vitest';
import { isSilent, silenceOf } from './payout-trouble.ts';
import type { Provider } from './providers.ts';

const PROVIDER = { network: 'bank', key: 'bank:payos', name: 'payos' } as unknown as Provider;
const SILENCE: Suspension = { ...silenceOf(PROVIDER), role: 'quydoi_signer', detail: '', since: new Date(0) };

test('a provider is silent by a suspension of its own network, direction and name, and by no other', () => {
  expect(isSilent({ suspensions: [SILENCE] }, PROVIDER)).toBe(true);
  const others: Suspension[] = [
    { ...SILENCE, network: 'webmoney' },
    { ...SILENCE, direction: 'in' },
    { ...SILENCE, cause: 'credentials' },
    { ...SILENCE, subject: 'appota' },
  ];
  for (const other of others) expect(isSilent({ suspensions: [other] }, PROVIDER), JSON.stringify(other)).toBe(false);
  expect(isSilent({ suspensions: [] }, PROVIDER)).toBe(false);
});
