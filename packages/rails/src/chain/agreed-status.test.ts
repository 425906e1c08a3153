import { describe, expect, test } from 'vitest';
import { RailError, type RailTrouble } from '../rail-error.ts';
import type { TransferStatus } from '../signed-payout.ts';
import { agreedStatus } from './agreed-status.ts';

const PAID: TransferStatus = { state: 'paid', reference: '0x1', fee: 1n, at: new Date('2026-03-01T10:00:00Z') };
const FAILED: TransferStatus = { state: 'failed', detail: 'reverted', fee: 1n };
const [PENDING, EXPIRED, SUPERSEDED] = [{ state: 'pending' }, { state: 'expired' }, { state: 'superseded' }] as const;

type Told = TransferStatus | RailTrouble;

/** The status that nodes agree on: each tells one, or fails. */
function agree(...nodes: readonly Told[]): Promise<TransferStatus> {
  return agreedStatus(nodes, async (told) => {
    if (typeof told === 'string') throw new RailError('tron', told, 'not-done', `node: ${told}`);
    return told;
  });
}

describe('the status of transfers', () => {
  test.each<[readonly Told[], TransferStatus]>([
    [[PAID], PAID],
    [[PENDING, PAID], PAID],
    [['unreachable', PAID], PAID],
    [['credentials', PAID], PAID],
    [[EXPIRED, PAID], PAID],
    [[FAILED], FAILED],
    [[FAILED, FAILED], FAILED],
    [[EXPIRED, EXPIRED], EXPIRED],
    [[SUPERSEDED, SUPERSEDED], SUPERSEDED],
    [[FAILED, EXPIRED], PENDING],
    [[EXPIRED, PENDING], PENDING],
    [[PENDING, EXPIRED], PENDING],
    [[PENDING, 'unreachable'], PENDING],
    [['credentials', PENDING], PENDING],
    [[], PENDING],
  ])('of the nodes in case %# is what they agree on', async (nodes, status) => {
    expect(await agree(...nodes)).toEqual(status);
  });

  test.each<[readonly Told[], RailTrouble]>([
    [['unreachable'], 'unreachable'],
    [['unreachable', FAILED], 'unreachable'],
    [[EXPIRED, 'busy'], 'busy'],
    // Every node refuses our credentials: the chain is closed.
    [['credentials', 'credentials'], 'credentials'],
    // One of them alone does: no reason to close it.
    [['credentials', EXPIRED], 'busy'],
    [[FAILED, 'credentials'], 'busy'],
    [['credentials', 'unreachable'], 'unreachable'],
    [['unreachable', 'credentials'], 'unreachable'],
  ])('of the nodes in case %# is not known', async (nodes, trouble) => {
    await expect(agree(...nodes)).rejects.toMatchObject({ name: 'RailError', trouble, outcome: 'not-done' });
  });

  test('is not hidden by an error of ours', async () => {
    const broken = agreedStatus([1], () => Promise.reject(new TypeError('ours')));
    await expect(broken).rejects.toThrow(TypeError);
  });
});
