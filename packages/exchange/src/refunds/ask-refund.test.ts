import { OverdrawnError } from '@quydoi/database/money-tx';
import { orderOf } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import { orReserveBusy, tooSmall } from './ask-refund.ts';

test('a refund that an account cannot cover is refused as busy; what was written, and any other failure, is told as it is', async () => {
  expect(await orReserveBusy(async () => 'written')).toBe('written');
  await expect(orReserveBusy(() => Promise.reject(new OverdrawnError()))).rejects.toMatchObject({ code: 'RESERVE_BUSY' });
  const broken = new Error('broken');
  await expect(orReserveBusy(() => Promise.reject(broken))).rejects.toBe(broken);
});

test('a refund that its fees consume is refused with its amount, in the currency that was paid', () => {
  expect(tooSmall(orderOf({ from: 'pm' }), 1_05n)).toMatchObject({ code: 'QUANTITY_TOO_SMALL', params: { n: '1.05', code: 'pm' } });
});
