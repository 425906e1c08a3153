import { OverdrawnError } from '@quydoi/database/money-tx';
import { expect, test } from 'vitest';
import { manualTransferAccountsOf, postFromFirstCovered } from './manual-transfers.ts';

test('money that came in by its reference may be sent from where it lies, deposits only once they are swept', () => {
  expect(manualTransferAccountsOf('vnd')).toEqual(['rail:vnd-collection', 'rail:vnd']);
  expect(manualTransferAccountsOf('pm')).toEqual(['rail:pm']);
  expect(manualTransferAccountsOf('usdt-tron')).toEqual(['rail:usdt-tron']);
});

test('a transfer is posted from the first account that covers it', async () => {
  const tried: string[] = [];
  const write = async (account: string) => {
    tried.push(account);
    if (account === 'rail:vnd-collection') throw new OverdrawnError();
    return account;
  };
  expect(await postFromFirstCovered(['rail:vnd-collection', 'rail:vnd', 'loss:vnd'], write)).toBe('rail:vnd');
  expect(tried).toEqual(['rail:vnd-collection', 'rail:vnd']);
});

test('a transfer that no account covers is refused, and any other failure is told as it is', async () => {
  const overdrawn = async () => {
    throw new OverdrawnError();
  };
  await expect(postFromFirstCovered(['rail:vnd'], overdrawn)).rejects.toMatchObject({ code: 'RESERVE_BUSY' });
  const broken = async () => {
    throw new Error('broken');
  };
  await expect(postFromFirstCovered(['rail:vnd', 'rail:vnd-collection'], broken)).rejects.toThrow('broken');
});
