import { readAttemptsDue, readLastAttempt, readPayoutsOfObligation } from '@quydoi/database/repositories/payouts';
import { addSetting } from '@quydoi/database/repositories/settings';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { Rail } from '@quydoi/rails/rail';
import type { SignedPayouts } from '@quydoi/rails/signed-payout';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CheckpointName } from '../../src/checkpoints.ts';
import { isBlockedByEarlierAttempt } from '../../src/payouts/earlier-attempts.ts';
import { sendAttempt } from '../../src/payouts/send-attempt.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { type Objection, readTransfer } from '../../src/payouts/signer-obligation.ts';
import { createGifts, GIFT, type Gifts } from '../../testing/gifts.ts';
import { sendPayouts, settleAttempts, watchSettled } from '../../testing/network-jobs.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/*
 * A kind of obligation that no code but tests know: gifts. It goes through signing, kills, settlement and reversal by the same loops as
 * orders and refunds.
 */

const MINUTE_MS = 60_000;

let world: World;
let gifts: Gifts;
let signer: SignerCtx;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  gifts = createGifts(world);
  signer = gifts.withGifts(world.signer);
});
afterEach(() => {
  expect(world.errors.splice(0)).toEqual([]);
});
afterAll(() => world.database.close());

async function signFor(totalMs: number, ctx = signer, stepMs = 5_000): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.advance(stepMs);
    await sendPayouts(ctx);
    await settleAttempts(ctx);
    await watchSettled(ctx);
  }
}

const keyOf = (id: string, n = 1) => `gift-${id.slice(-8)}-1-${n}`;
const arrivedFor = (id: string) => world.payOs.paid.filter(({ key }) => key.startsWith(`gift-${id.slice(-8)}`)).map(({ amount }) => amount);

async function balanceOf(account: string): Promise<bigint> {
  const [row] = await world.database.query('select balance from account where name = $1', [account]);
  return BigInt(String(row?.balance ?? 0));
}

describe('a gift', () => {
  test('is signed, sent, and settled by the provider’s records', async () => {
    const before = await balanceOf('loss:vnd');
    const id = await gifts.promise();
    await signFor(10_000);
    expect(await gifts.stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
    expect(arrivedFor(id)).toEqual([GIFT]);
    expect((await balanceOf('loss:vnd')) - before).toBe(GIFT);
  });

  test('that its bank returns is owed again', async () => {
    const before = await balanceOf('loss:vnd');
    const id = await gifts.promise();
    await signFor(10_000);
    const taken = world.payOs.book.get(keyOf(id));
    if (!taken) throw new Error('not taken');
    taken.course = 'reversed';
    await signFor(2 * MINUTE_MS);
    expect(await gifts.stateOf(id)).toEqual([['failed', `FT-${keyOf(id)}`]]);
    expect((await balanceOf('loss:vnd')) - before).toBe(0n);
  });

  test('is retried when the provider is busy, and fails when the destination is invalid', async () => {
    const id = await gifts.promise();
    world.payOs.script.push({ takes: false, hears: 'temporary' });
    await signFor(40_000);
    expect(await gifts.stateOf(id)).toEqual([['settled', `FT-${keyOf(id, 2)}`]]);
    const bad = await gifts.promise();
    world.payOs.script.push({ takes: false, hears: 'destination' });
    await signFor(5_000);
    expect(await gifts.stateOf(bad)).toEqual([['failed', null]]);
    expect(arrivedFor(bad)).toEqual([]);
  });

  test('is rejected when the payout does not follow from it', async () => {
    const id = await gifts.promise({ amount: GIFT + 1n }, GIFT);
    await signFor(5_000);
    expect(await gifts.stateOf(id)).toEqual([['failed', null]]);
    expect(world.errors.splice(0)).toMatchObject([{ reason: 'payout differs from the gift' }]);
    expect(arrivedFor(id)).toEqual([]);
  });

  test('is rejected when it would go to an account that customers pay into', async () => {
    const id = await gifts.promise({ destination: bankTransfer({}).account });
    await signFor(5_000);
    expect(await gifts.stateOf(id)).toEqual([['failed', null]]);
    expect(world.errors.splice(0)).toMatchObject([{ reason: 'destination is ours' }]);
    expect(arrivedFor(id)).toEqual([]);
  });

  test('that nobody has promised fails and is reported', async () => {
    const id = await gifts.promise();
    gifts.owed.delete(id);
    const refusals: string[] = [];
    const telemetry = { ...signer.telemetry, refused: (refusal: string) => void refusals.push(refusal) };
    await signFor(5_000, { ...signer, telemetry });
    expect(await gifts.stateOf(id)).toEqual([['failed', null]]);
    expect(world.errors.splice(0)).toMatchObject([{ obligation: `gift:${id}` }]);
    expect(refusals).toEqual(['payout_evidence']);
    expect(arrivedFor(id)).toEqual([]);
  });

  test.each([
    ['of the signer’s limit is paid', new Map([['vnd', GIFT]] as const), true],
    ['above the signer’s limit is rejected', new Map([['vnd', GIFT - 1n]] as const), false],
    ['without a limit is rejected', new Map(), false],
  ])('%s', async (_, payoutLimits, isPaid) => {
    const id = await gifts.promise();
    await signFor(5_000, { ...signer, payoutLimits });
    expect(arrivedFor(id)).toEqual(isPaid ? [GIFT] : []);
    expect(world.errors.splice(0)).toMatchObject(isPaid ? [] : [{ reason: 'above the automatic limit' }]);
  });

  test('above the cap of one payout waits as any other payout does, and is paid once the cap is higher', async () => {
    const cap = async (single: bigint) => {
      const value = { single: String(single), hour: '1000000000000', day: '1000000000000' };
      await addSetting(world.owner, { kind: 'payout-cap', key: 'vnd', value, author: 'test', at: world.clock.now() });
    };
    world.log.length = 0;
    await cap(GIFT - 1n);
    const id = await gifts.promise();
    await signFor(5_000);
    expect([await gifts.stateOf(id), arrivedFor(id)]).toEqual([[['queued', null]], []]);
    expect(world.log.find((line) => line.endsWith(' payout waits'))).toContain('"waitsFor":"approval"');
    await cap(10n ** 9n);
    await signFor(MINUTE_MS);
    expect(arrivedFor(id)).toEqual([GIFT]);
  });

  describe('whose attempt was prepared by a signer that died', () => {
    async function prepared() {
      const id = await gifts.promise();
      world.checkpoints.stopAt('payout.prepared');
      await sendPayouts(signer);
      expect(world.errors.splice(0)).toHaveLength(1);
      world.clock.advance(10_000);
      const attempt = (await readAttemptsDue(world.signer.orm, 'bank', world.clock.now(), 1))[0];
      if (!attempt) throw new Error('nothing prepared');
      return { id, attempt };
    }

    test('waits for what it lacks, and is sent once it lacks nothing', async () => {
      const { id } = await prepared();
      const read = signer.obligations.get('gift');
      const validate = async (): Promise<Objection> => ({ waitsFor: 'confirmation', detail: 'no money yet' });
      const waiting: SignerCtx['obligations'] = new Map([
        ...signer.obligations,
        ['gift', async (ctx, payout) => Object.assign((await read?.(ctx, payout)) ?? {}, { validate }) as never],
      ]);
      world.log.length = 0;
      await signFor(10_000, { ...signer, obligations: waiting });
      expect(arrivedFor(id)).toEqual([]);
      expect(world.log.find((line) => line.endsWith(' prepared attempt waits'))).toContain('no money yet');
      await signFor(2 * MINUTE_MS);
      expect(await gifts.stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
    });

    test('is sent by the first of two that resume it', async () => {
      const { id, attempt } = await prepared();
      const first = gifts.withGifts(await world.openSigner());
      let isFirst = true;
      const second: SignerCtx = {
        ...signer,
        async settings() {
          if (isFirst) {
            isFirst = false;
            await sendAttempt(first, attempt);
          }
          return signer.settings();
        },
      };
      await sendAttempt(second, attempt);
      expect(world.payOs.sent.filter((key) => key === keyOf(id))).toHaveLength(1);
      expect(await gifts.stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
    });

    test('tells what kept it from being sent', async () => {
      const { id, attempt } = await prepared();
      const settings = () => Promise.reject(new TypeError('no settings'));
      await expect(sendAttempt({ ...signer, settings }, attempt)).rejects.toThrow('no settings');
      await signFor(MINUTE_MS);
      expect(arrivedFor(id)).toEqual([GIFT]);
    });
  });

  test('that another signer has sent again and found paid is not retried for the first answer, which comes last', async () => {
    const id = await gifts.promise();
    const other = gifts.withGifts(await world.openSigner());
    world.payOs.script.push({ takes: false, hears: 'temporary' });
    const slow: SignerCtx = {
      ...signer,
      async checkpoint(point) {
        if (point === 'payout.answered') await signFor(MINUTE_MS, other);
      },
    };
    await sendPayouts(slow);
    expect(await gifts.stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
    await signFor(2 * MINUTE_MS);
    expect(await gifts.stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
    expect(arrivedFor(id)).toEqual([GIFT]);
  });

  test('waits while no running signer knows its kind, then is paid once', async () => {
    const id = await gifts.promise();
    await signFor(MINUTE_MS, world.signer);
    expect(await gifts.stateOf(id)).toEqual([['queued', null]]);
    expect(world.errors.splice(0)).toEqual([expect.objectContaining({ kind: 'gift' }), expect.objectContaining({ kind: 'gift' })]);
    expect(arrivedFor(id)).toEqual([]);
    await signFor(MINUTE_MS);
    expect(await gifts.stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
    expect(arrivedFor(id)).toEqual([GIFT]);
  });

  test('of a kind that no signer knows delays no other payout, however many are due before', async () => {
    const strange = `insert into payout (id, version, obligation_kind, obligation_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, made_by, state, tries, next_at, created_at)
      select gen_random_uuid(), 1, 'unknown', gen_random_uuid(), 1, 1, 1, 'bank', 'vnd', 'vnd', 1, 0, 0, '0011001234567', 'system', 'queued', 0, '2025-01-01', '2025-01-01' from generate_series(1, 2000)`;
    await world.database.query(strange);
    const id = await gifts.promise();
    world.clock.advance(MINUTE_MS);
    await sendPayouts(signer);
    expect(await gifts.stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
    expect(world.errors.splice(0)).toEqual([{ network: 'bank', kind: 'unknown', payouts: 1_000 }]);
    expect(await world.database.query(`select 1 from payout where obligation_kind = 'unknown' and version > 1`)).toEqual([]);
    await world.database.query(`delete from payout where obligation_kind = 'unknown'`);
  });

  test.each(['payout.prepared', 'payout.answered', 'payout.after-answer'] as const)(
    'whose attempt stopped at %s waits for a signer that knows its kind, and delays no other attempt',
    async (point) => {
      const ids = [];
      for (let count = 0; count < 9; count += 1) {
        ids.push(await gifts.promise());
        world.checkpoints.stopAt(point);
        await sendPayouts(signer);
      }
      expect(world.errors.splice(0)).toHaveLength(9);
      await signFor(10_000, world.signer);
      expect(world.errors.splice(0)).toHaveLength(9);
      expect(await readAttemptsDue(world.signer.orm, 'bank', world.clock.now(), 9)).toEqual([]);
      await signFor(2 * MINUTE_MS);
      for (const id of ids) {
        expect(await gifts.stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
        expect(arrivedFor(id)).toEqual([GIFT]);
      }
    },
  );

  const POINTS: readonly CheckpointName[] = [
    'payout.before-prepare',
    'payout.prepared',
    'payout.sending',
    'payout.answered',
    'payout.after-answer',
    'settle.before-find',
    'settle.found',
    'settle.after-write',
    'payout.before-resend',
    'payout.resent',
    'watch.found',
    'watch.after-write',
  ];

  test.each(POINTS)('is paid once by the next signer when the first is killed at %s', async (point) => {
    const next = gifts.withGifts(await world.openSigner());
    const id = await gifts.promise();
    // An answer that got lost before the payout was taken makes it be sent again.
    if (point.includes('resen')) world.payOs.script.push({ takes: false, hears: 'unknown' });
    world.checkpoints.stopAt(point);
    await sendPayouts(signer);
    await signFor(20_000);
    expect(world.errors.splice(0)).toHaveLength(1);
    await signFor(3 * MINUTE_MS, next);
    expect(await gifts.stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
    expect(arrivedFor(id)).toEqual([GIFT]);
  });
});

test('a transfer that may still be mined on another network holds a payout of the same money back, though both have one nonce of one wallet', async () => {
  const railOf = (code: 'ethereum' | 'bsc'): Rail => {
    const payouts: SignedPayouts = {
      kind: 'signed',
      maxFee: () => 0n,
      balances: async () => new Map(),
      sign: async ({ key }) => ({ txid: `${code} ${key}`, raw: key, validUntil: null, slots: [{ wallet: '0xhot', resource: '7' }] }),
      broadcast: async () => {},
      status: async () => ({ state: 'pending' }),
    };
    return { code, payouts };
  };
  const rails = new Map((['ethereum', 'bsc'] as const).map((code) => [code, railOf(code)] as const));
  const [amount, limit] = [50_000_000n, 60_000_000n];
  const payoutLimits = new Map([
    ['usdt-eth', limit],
    ['usdt-bsc', limit],
  ] as const);
  const ctx: SignerCtx = { ...signer, rails, payoutLimits };
  const sent = async (set: Partial<Payout>) => {
    const id = await gifts.promise({ amount, destination: `0x${'6'.repeat(40)}`, destinationBank: null, ...set });
    await sendPayouts(ctx);
    const [payout] = await readPayoutsOfObligation(world.owner, 'gift', id);
    const attempt = payout && (await readLastAttempt(world.owner, payout.id));
    const transfer = attempt && (await readTransfer(ctx, attempt.id));
    if (!transfer) throw new Error('nothing was sent');
    return transfer;
  };
  const there = await sent({ network: 'ethereum', reserve: 'usdt-eth', currency: 'erc20' });
  const here = await sent({ network: 'bsc', reserve: 'usdt-bsc', currency: 'bep20' });
  const isBlockedBy = (earlier: Payout) =>
    isBlockedByEarlierAttempt(ctx, { ...here, obligation: { ...here.obligation, payouts: [earlier], relate: () => 'same' } });
  expect(await isBlockedBy(there.payout)).toBe(true);
  // On one network at most one of the two is mined.
  expect(await isBlockedBy({ ...there.payout, network: 'bsc' })).toBe(false);
});
