import { readAttemptTransfers, readLastAttempt, readPayoutsOfObligation } from '@quydoi/database/repositories/payouts';
import { readSlotsInUse } from '@quydoi/database/repositories/slots';
import { addSweeps } from '@quydoi/database/repositories/sweeps';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { AttemptTransfer } from '@quydoi/domain/transfer/attempt';
import type { Sweep } from '@quydoi/domain/transfer/sweep';
import { RailError } from '@quydoi/rails/rail-error';
import type { SignedPayouts, TransferStatus } from '@quydoi/rails/signed-payout';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/context.ts';
import { sweepDeposits } from '../../src/deposits/sweep-deposits.ts';
import { isBlockedByEarlierAttempt } from '../../src/payouts/earlier-attempts.ts';
import { signInFreeSlots } from '../../src/payouts/free-slots.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { readTransfer } from '../../src/payouts/signer-obligation.ts';
import { readTransferStatus } from '../../src/payouts/transfer-status.ts';
import { createGifts, GIFT_ON_CHAIN, type Gifts } from '../../testing/gifts.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { createNonceChain, HOT_WALLET, type NonceChain } from '../../testing/nonce-chain.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* Signed transfers on a chain whose transfers consume slots and never expire: gifts are paid from the hot wallet, deposits are swept. */

let world: World;
let gifts: Gifts;
let chain: NonceChain;
let signer: SignerCtx;
const refusals: string[] = [];

beforeEach(async () => {
  world = await openWorld(postgresUrl());
  gifts = createGifts(world);
  chain = createNonceChain(() => world.clock.now());
  signer = signerOf(world.signer);
  refusals.length = 0;
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await world.database.close();
});

function signerOf(ctx: SignerCtx, payouts: SignedPayouts = chain.payouts): SignerCtx {
  const telemetry = { ...ctx.telemetry, refused: (refusal: string) => void refusals.push(refusal) };
  return { ...gifts.withGifts(ctx), telemetry, rails: new Map([['tron', { code: 'tron', payouts, sweeps: chain.sweeps }]]) };
}

const promise = () => gifts.promise(GIFT_ON_CHAIN);
const SETTLED = [['settled', expect.any(String)]];

async function signFor(totalMs: number, ctx = signer): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += 1_000) {
    world.clock.advance(1_000);
    await sendPayouts(ctx);
    await settleAttempts(ctx);
  }
}

/** Transfers of the newest attempt of a gift's newest payout. */
async function transfersOf(id: string): Promise<AttemptTransfer[]> {
  const payout = (await readPayoutsOfObligation(signer.orm, 'gift', id)).at(-1);
  const attempt = await readLastAttempt(signer.orm, payout?.id ?? '');
  return readAttemptTransfers(signer.orm, attempt?.id ?? '');
}

const noncesOf = async (id: string) => (await transfersOf(id)).map(({ slots }) => slots.map(({ resource }) => resource).join());

/** A gift whose transfer was signed and stored, and that the signer rejected before it was broadcast. */
async function rejectedUnsent(): Promise<string> {
  const id = await promise();
  const owed = gifts.owed.get(id) ?? 0n;
  world.checkpoints.stopAt('payout.prepared');
  await sendPayouts(signer);
  gifts.owed.set(id, owed + 1n);
  await signFor(6_000);
  expect(await gifts.stateOf(id)).toEqual([['failed', null]]);
  // The signer that died, and the rejection.
  expect(world.errors.splice(0)).toHaveLength(2);
  gifts.owed.set(id, owed);
  refusals.length = 0;
  return id;
}

/** A deposit of 150 USDT, credited to an address of its own. */
async function credit(reference: number): Promise<void> {
  const { instructions } = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined, quantity: '100' });
  const fact = { account: instructions?.account ?? '', amount: 150_000_000n, reference: `${String(reference).padStart(64, '0')}:0` };
  await world.record(world.worker, chainPayment({ ...fact, paidAt: world.clock.now() }));
}

function sweepWith(slots: Sweep['slots'], addressIndex: number): Sweep {
  const at = world.clock.now();
  const key = { network: 'tron', addressIndex, kind: 'fund', currency: 'trc20', amount: 1n, isBatched: false } as const;
  const bytes = { key: `sweep ${addressIndex}`, raw: '00', validUntil: null, slots };
  return { id: newId(signer), version: 1, ...key, ...bytes, state: 'prepared', fee: null, createdAt: at, nextCheckAt: at, settledAt: null };
}

test('a slot is free again if its attempt ends before the broadcast', async () => {
  const unsent = await rejectedUnsent();
  expect(await noncesOf(unsent)).toEqual(['0']);
  expect(await readSlotsInUse(signer.orm, 'tron')).toEqual([]);
  const next = await promise();
  await signFor(3_000);
  expect(await noncesOf(next)).toEqual(['0']);
  expect(await gifts.stateOf(next)).toEqual(SETTLED);
  expect(refusals).toEqual([]);
});

/** A rail whose first signatures are made when this many have been asked for, so that each knows the same slots in use. */
function signsTogether(count: number): { payouts: SignedPayouts; opened: Promise<void> } {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const payouts: SignedPayouts = {
    ...chain.payouts,
    async sign(...args) {
      asked += 1;
      if (asked === count) resolve();
      await opened;
      return chain.payouts.sign(...args);
    },
  };
  return { payouts, opened };
}

describe('signed bytes that were never sent', () => {
  test('but that a third party broadcasts pay their gift: they settle the next attempt', async () => {
    const id = await rejectedUnsent();
    const [stolen] = await transfersOf(id);
    chain.submit(stolen?.raw ?? '');
    await gifts.payAgain(id);
    await signFor(10_000);
    expect(await gifts.stateOf(id)).toEqual([
      ['failed', null],
      ['settled', stolen?.txid],
    ]);
    expect(chain.mined.map(({ txid }) => txid)).toEqual([stolen?.txid]);
  });

  test('delay an attempt in another slot until theirs is consumed', async () => {
    const id = await rejectedUnsent();
    await gifts.payAgain(id);
    chain.forcedNonces.push(1);
    await signFor(10_000);
    expect([await noncesOf(id), chain.broadcast]).toEqual([['1'], []]);
    const [{ attempt = '' } = {}] = await world.database.query(`select id as attempt from attempt where state = 'prepared'`);
    const waiting = await readTransfer(signer, String(attempt));
    expect(waiting && (await isBlockedByEarlierAttempt(signer, waiting))).toBe(true);
    const other = await promise();
    await signFor(20_000);
    expect(await noncesOf(other)).toEqual(['0']);
    expect(await gifts.stateOf(other)).toEqual(SETTLED);
    expect(await gifts.stateOf(id)).toEqual([['failed', null], ...SETTLED]);
    expect(chain.mined).toHaveLength(2);
  });

  test('that pay consume their own slot, not the one of the attempt that they settle, which is the next taken', async () => {
    const id = await rejectedUnsent();
    const [stolen] = await transfersOf(id);
    await gifts.payAgain(id);
    chain.forcedNonces.push(1);
    await signFor(10_000);
    expect([await noncesOf(id), chain.broadcast]).toEqual([['1'], []]);
    chain.submit(stolen?.raw ?? '');
    await signFor(20_000);
    expect(await gifts.stateOf(id)).toEqual([
      ['failed', null],
      ['settled', stolen?.txid],
    ]);
    const other = await promise();
    await signFor(20_000);
    expect(await gifts.stateOf(other)).toEqual(SETTLED);
    expect(await noncesOf(other)).toEqual(['1']);
    expect(await world.database.query('select nonce::text from consumed_nonce')).toEqual([{ nonce: '1' }]);
  });

  test('are void once the next attempt has consumed their slot', async () => {
    const id = await rejectedUnsent();
    const [stolen] = await transfersOf(id);
    await gifts.payAgain(id);
    await signFor(3_000);
    chain.submit(stolen?.raw ?? '');
    expect(await gifts.stateOf(id)).toEqual([['failed', null], ...SETTLED]);
    expect(chain.mined).toHaveLength(1);
    expect(chain.mined).not.toContainEqual(expect.objectContaining({ txid: stolen?.txid }));
  });
});

test('a transfer that was mined, and that the nodes do not know for a while, is not sent again', async () => {
  chain.lacksReceipts = true;
  const id = await promise();
  await signFor(60_000);
  expect(chain.mined).toHaveLength(1);
  expect(await world.database.query('select state from attempt')).toEqual([{ state: 'sent' }]);
  chain.lacksReceipts = false;
  await signFor(60_000);
  expect(await gifts.stateOf(id)).toEqual(SETTLED);
  expect(chain.mined).toHaveLength(1);
});

test('a pending transfer that no longer validates is not sent again, and the reason is shown to operators', async () => {
  const id = await promise();
  const owed = gifts.owed.get(id) ?? 0n;
  chain.lost = 100;
  await signFor(3_000);
  gifts.owed.set(id, owed + 1n);
  const sent = chain.broadcast.length;
  await signFor(120_000);
  expect(chain.broadcast).toHaveLength(sent);
  expect(world.errors.splice(0)).toMatchObject([{ reason: 'payout differs from the gift' }]);
  expect(refusals).toEqual(['payout_evidence']);
  expect(await world.database.query('select state, detail from attempt')).toEqual([{ state: 'sent', detail: 'payout differs from the gift' }]);
  gifts.owed.set(id, owed);
  chain.lost = 0;
  await signFor(30_000);
  expect(await gifts.stateOf(id)).toEqual(SETTLED);
  expect(await world.database.query('select state, detail from attempt')).toEqual([{ state: 'done', detail: null }]);
});

test('where a rail has nothing to sign, nothing is stored, and nobody is told', async () => {
  expect(await signInFreeSlots(signer, 'tron', async () => null)).toBeNull();
  expect(world.errors).toEqual([]);
});

test('two signers never store transfers in the same slot: the slower one reports the conflict and signs again', async () => {
  const ids = [await promise(), await promise(), await promise(), await promise()];
  const { payouts, opened } = signsTogether(2 * ids.length);
  const [one, other] = [signerOf(world.signer, payouts), signerOf(await world.openSigner(), payouts)];
  await Promise.all([sendPayouts(one), sendPayouts(other)]);
  await opened;
  expect(refusals).toContain('transfer_slot');
  await Promise.all([signFor(15_000, one), signFor(15_000, other)]);
  for (const id of ids) expect(await gifts.stateOf(id)).toEqual(SETTLED);
  expect(chain.paid).toHaveLength(ids.length);
});

test('a transfer in a slot that is in use is neither stored nor broadcast, and is reported', async () => {
  chain.lost = 100;
  const first = await promise();
  await signFor(2_000);
  const second = await promise();
  chain.forcedNonces.push(0, 0);
  await signFor(7_000);
  expect(world.errors.splice(0)).toMatchObject([{ network: 'tron' }, { network: 'tron' }]);
  expect(refusals).toEqual(['transfer_slot', 'transfer_slot']);
  expect(new Set(chain.broadcast)).toEqual(new Set((await transfersOf(first)).map(({ txid }) => txid)));
  chain.lost = 0;
  await signFor(20_000);
  expect(await noncesOf(second)).toEqual(['1']);
  for (const id of [first, second]) expect(await gifts.stateOf(id)).toEqual(SETTLED);
});

test('payouts and sweeps from the hot wallet share its slots', async () => {
  chain.lost = 100;
  const id = await promise();
  await signFor(1_000);
  await credit(1);
  chain.forcedNonces.push(0);
  await sweepDeposits(signer, 'tron');
  expect(world.errors.splice(0)).toMatchObject([{ network: 'tron', slots: [{ wallet: HOT_WALLET, resource: '0' }] }]);
  expect(await world.database.query('select 1 from sweep')).toEqual([]);
  chain.lost = 0;
  await sweepDeposits(signer, 'tron');
  expect(await world.database.query('select kind, slots from sweep')).toEqual([{ kind: 'fund', slots: [{ wallet: HOT_WALLET, resource: '1' }] }]);
  await signFor(20_000);
  expect(await gifts.stateOf(id)).toEqual(SETTLED);
});

test('a sweep whose slot a payout has taken meanwhile is not stored, and is made in the next slot', async () => {
  chain.lost = 100;
  await credit(2);
  await promise();
  const other = signerOf(await world.openSigner());
  const slower: SignerCtx = {
    ...signer,
    async checkpoint(point) {
      if (point === 'sweep.signed') await sendPayouts(other);
    },
  };
  await sweepDeposits(slower, 'tron');
  expect(refusals).toEqual(['transfer_slot']);
  expect(await world.database.query('select 1 from sweep')).toEqual([]);
  await sweepDeposits(signer, 'tron');
  expect(await world.database.query('select kind, slots from sweep')).toEqual([{ kind: 'fund', slots: [{ wallet: HOT_WALLET, resource: '1' }] }]);
});

test('the database rejects a sweep in the slot of a live payout of the same wallet', async () => {
  chain.lost = 100;
  const id = await promise();
  await signFor(1_000);
  const slot = (wallet: string, resource = '0') => ({ wallet, resource });
  const taken = addSweeps(signer.orm, [sweepWith([slot(HOT_WALLET, '1'), slot(HOT_WALLET)], 7)]);
  await expect(taken).rejects.toMatchObject({ name: 'ConflictError', constraint: 'transfer_slot_free' });
  await addSweeps(signer.orm, [sweepWith([slot('deposit 7')], 7)]);
  await addSweeps(signer.orm, [sweepWith([slot('deposit 8'), slot(HOT_WALLET, '1')], 8)]);
  await addSweeps(signer.orm, [sweepWith([slot('deposit 9', 'outpoint:0')], 9)]);
  // Nonces tell what their transfers may cost.
  const [{ raw = '' } = {}] = await transfersOf(id);
  expect((await readSlotsInUse(signer.orm, 'tron')).toSorted((a, b) => `${a.wallet}${a.resource}`.localeCompare(`${b.wallet}${b.resource}`))).toEqual(
    [
      { ...slot('deposit 7'), raws: ['00'] },
      { ...slot('deposit 8'), raws: ['00'] },
      { ...slot('deposit 9', 'outpoint:0'), raws: [] },
      { ...slot(HOT_WALLET), raws: [raw] },
      { ...slot(HOT_WALLET, '1'), raws: ['00'] },
    ],
  );
});

/** Pays a gift and signs one replacement in these nonces. @returns the replacement */
async function replacedIn(...nonces: number[]) {
  const replacements: string[] = [];
  const payouts: SignedPayouts = {
    ...chain.payouts,
    async replace(request, _transfers, now) {
      if (replacements.length > 0) return null;
      chain.forcedNonces.push(nonces[0] ?? -1);
      const signed = await chain.payouts.sign(request, now, []);
      replacements.push(signed.txid);
      return { ...signed, slots: nonces.map((nonce) => ({ wallet: HOT_WALLET, resource: String(nonce) })) };
    },
  };
  const id = await promise();
  chain.lost = 1;
  const ctx = signerOf(world.signer, payouts);
  await sendPayouts(ctx);
  for (let checks = 0; checks < 8; checks += 1) {
    world.clock.advance(3_000);
    await settleAttempts(ctx);
  }
  return { id, replacement: replacements[0] };
}

test('a signed transfer whose fee is too low is replaced in its slot, and each is stored before it is broadcast', async () => {
  const { id, replacement } = await replacedIn(0);
  expect((await transfersOf(id)).map(({ n, txid }) => [n, txid])).toEqual([
    [1, chain.broadcast[0]],
    [2, replacement],
  ]);
  expect(chain.broadcast.at(-1)).toBe(replacement);
  expect(await gifts.stateOf(id)).toEqual([['settled', replacement]]);
  expect(await readSlotsInUse(signer.orm, 'tron')).toEqual([]);
});

test.each([[[1]], [[]]])('a replacement in other slots (%j) is neither stored nor broadcast', async (nonces) => {
  const { id, replacement } = await replacedIn(...nonces);
  expect(world.errors.splice(0).length).toBeGreaterThan(0);
  expect(await noncesOf(id)).toEqual(['0']);
  expect(replacement).toBeDefined();
  expect(chain.broadcast).not.toContain(replacement);
});

test('a replacement that takes another transfer’s slot besides its own is not stored: the conflict is reported, and the first one goes on', async () => {
  chain.lost = 100;
  await promise();
  await signFor(1_000);
  refusals.length = 0;
  const { id, replacement } = await replacedIn(1, 0);
  expect(new Set(refusals)).toEqual(new Set(['transfer_slot']));
  expect(world.log.some((line) => line.endsWith(' transfer not stored: another took its slot'))).toBe(true);
  expect(await noncesOf(id)).toEqual(['1']);
  expect(chain.broadcast).not.toContain(replacement);
});

test('a transfer that cannot be replaced because its node is away is broadcast again as it is', async () => {
  const replace: SignedPayouts['replace'] = ({ key }) => Promise.reject(new RailError('tron', 'unreachable', 'not-done', `no answer for ${key}`));
  const ctx = signerOf(world.signer, { ...chain.payouts, replace });
  const id = await promise();
  chain.lost = 1;
  await signFor(30_000, ctx);
  expect(await gifts.stateOf(id)).toEqual(SETTLED);
  expect(new Set(chain.broadcast).size).toBe(1);
  const line = world.log.find((text) => text.endsWith(' transfer not replaced')) ?? '{}';
  expect(JSON.parse(line.slice(0, line.lastIndexOf('}') + 1))).toMatchObject({ reason: 'no answer for …', payout: expect.any(String) });
});

test('a nonce that a node told too high leaves no gap: what no transfer has is filled without further payouts', async () => {
  for (let address = 0; address < 2; address += 1) await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined });
  chain.forcedNonces.push(2);
  const id = await promise();
  await signFor(10_000);
  expect(await noncesOf(id)).toEqual(['2']);
  expect(chain.mined).toEqual([]);
  for (let run = 0; run < 3; run += 1) {
    world.clock.advance(5_000);
    await sweepDeposits(signer, 'tron');
  }
  await signFor(10_000);
  expect(chain.mined.map(({ slots }) => slots.map(({ resource }) => resource).join())).toEqual(['0', '1', '2']);
  expect(await gifts.stateOf(id)).toEqual(SETTLED);
  world.clock.advance(5_000);
  await sweepDeposits(signer, 'tron');
  expect(await world.database.query(`select kind, amount::text, state from sweep`)).toEqual([
    { kind: 'fund', amount: '1', state: 'done' },
    { kind: 'fund', amount: '1', state: 'done' },
  ]);
  expect(await world.database.query('select wallet, nonce::text from consumed_nonce')).toEqual([{ wallet: HOT_WALLET, nonce: '2' }]);
});

test('a nonce that was consumed, and that the chain counts as free after a reorganisation, is taken again', async () => {
  const first = await promise();
  await signFor(5_000);
  expect(await gifts.stateOf(first)).toEqual(SETTLED);
  expect(await world.database.query('select nonce::text from consumed_nonce')).toEqual([{ nonce: '0' }]);
  chain.undo();
  const second = await promise();
  await signFor(20_000);
  expect(await noncesOf(second)).toEqual(['0']);
  expect(await gifts.stateOf(second)).toEqual(SETTLED);
  expect(refusals).toEqual([]);
});

describe('a transfer and its replacement, whose slots are consumed by something else', () => {
  const slot = (resource: string) => ({ wallet: HOT_WALLET, resource });
  const [first, replacement] = [[slot('a')], [slot('a'), slot('b')]].map((slots, n) => ({ txid: `own ${n}`, raw: '00', validUntil: null, slots }));
  const own = [first, replacement].filter((transfer) => transfer !== undefined);

  /** Status of both while the nodes tell this of the other transfer of ours, which has these slots. */
  async function statusBeside(slots: Sweep['slots'], state: 'paid' | 'failed' | 'pending' | 'superseded'): Promise<string> {
    const other = sweepWith(slots, 1);
    await addSweeps(signer.orm, [other]);
    const status: SignedPayouts['status'] = async (asked) =>
      asked.some(({ txid }) => txid === other.key)
        ? ({ state, reference: other.key, fee: 1n, at: world.clock.now() } as TransferStatus)
        : { state: 'superseded' };
    return (await readTransferStatus(signer, 'tron', { ...chain.payouts, status }, own)).state;
  }

  test.each(['paid', 'failed'] as const)('have expired once another of ours that excludes both is mined: %s', async (state) => {
    expect(await statusBeside([slot('a')], state)).toBe('expired');
  });

  test('may still be mined where the other one excludes the replacement alone', async () => {
    expect(await statusBeside([slot('b')], 'paid')).toBe('pending');
  });

  test.each(['pending', 'superseded'] as const)('may still be mined while the other one is not: %s', async (state) => {
    expect(await statusBeside([slot('a'), slot('b')], state)).toBe('pending');
    expect(world.log).toContainEqual(expect.stringContaining('slots are consumed, by no transfer that the nodes tell of'));
  });
});
