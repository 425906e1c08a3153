import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { BITCOIN_CHAINS } from '@quydoi/rails/bitcoin/chains';
import { type BitcoinRailOptions, createBitcoinRail } from '@quydoi/rails/bitcoin/index';
import { bitcoinXpub, depositAddresses } from '@quydoi/rails/bitcoin/keys';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import { createPaymentReader } from '@quydoi/rails/testing/payment-reader';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checksumOf } from '../src/bitcoin/descriptor.ts';
import { startSandbox } from '../src/sandbox.ts';
import { DEFAULT_MNEMONIC as mnemonic } from '../src/tron/options.ts';
import { payoutRequests } from '../testing/payout-requests.ts';
import { at, openStage, type Stage } from '../testing/stage.ts';

const CUSTOMER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const { regtest } = BITCOIN_CHAINS;
const OURS = depositAddresses(regtest, bitcoinXpub(regtest, { mnemonic }));
const ours = OURS.derive(7);
const OPENING = 200_000_000n;

let stage: Stage;
beforeEach(async () => {
  // Blocks are made by the tests: none is due by time.
  stage = await openStage({ pace: { blockMs: 3_600_000 }, timeoutMs: 120_000 });
});
afterEach(() => stage.close());

function open(more: Partial<BitcoinRailOptions> = {}) {
  const rail = createBitcoinRail({
    chain: 'regtest',
    url: `${stage.sandbox.url}/bitcoin`,
    secret: { mnemonic },
    addressesAhead: 50,
    timeoutMs: 120_000,
    ...more,
  });
  const { payouts, sources, addresses, firstHand, boosts, watched } = rail;
  if (!payouts || !sources || !addresses || !boosts || !watched || firstHand?.by !== 'reference') throw new Error('a part is missing');
  return { payouts, addresses, firstHand, boosts, watched, payments: createPaymentReader(sources) };
}

const chain = () => stage.sandbox.world.networks.bitcoin.chain;
const mine = (blocks: number) => chain().mine(blocks);

/** The rail, whose wallet the node has: its first call sets it up, as the first second of an exchange does. */
async function ready() {
  const rail = open();
  await rail.payouts.balances(new Date());
  return rail;
}

const request = payoutRequests({ currency: 'btc', amount: 1_000_000n, destination: CUSTOMER });

const balance = async () => (await open().payouts.balances(new Date())).get('btc');
const receivedIds = async (account = CUSTOMER) => (await stage.received(account)).map(({ id }) => id);

/** What the chain says of an attempt's transfers once the blocks that they are in are final. */
async function ended(...transfers: SignedTransfer[]) {
  await mine(2);
  return open().payouts.status(transfers);
}

describe('payouts', () => {
  test.each([CUSTOMER, TAPROOT])(
    'to %s arrive exactly, are confirmed by a final block, and cost their fee out of the reserve',
    async (destination) => {
      const { payouts } = await ready();
      expect(await balance()).toBe(OPENING);
      const transfer = await payouts.sign(request({ amount: 12_345_678n, destination }), new Date(), []);
      expect(transfer.validUntil).toBeNull();
      expect(await payouts.status([transfer])).toEqual({ state: 'pending' });
      await payouts.broadcast(transfer);
      await mine(1);
      expect(await payouts.status([transfer])).toEqual({ state: 'pending' });
      // As in the ledger, nothing has left before the payout is final.
      expect(await balance()).toBe(OPENING);
      const status = await ended(transfer);
      expect(status).toMatchObject({ state: 'paid', reference: transfer.txid });
      const fee = status.state === 'paid' ? status.fee : 0n;
      expect(fee).toBeGreaterThan(0n);
      expect(await balance()).toBe(OPENING - 12_345_678n - fee);
      expect(await stage.received(destination)).toMatchObject([{ rail: 'bitcoin', amount: 0.12345678, id: transfer.txid }]);
    },
  );

  test('of one coin wait for its change; then several are under way at once, each arrives once, however often it is sent', async () => {
    const { payouts } = await ready();
    const first = await payouts.sign(request(), new Date(), []);
    await payouts.broadcast(first);
    await expect(payouts.sign(request(), new Date(), first.slots)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    expect(await ended(first)).toMatchObject({ state: 'paid' });
    const transfers: SignedTransfer[] = [];
    for (let n = 0; n < 5; n += 1)
      transfers.push(
        await payouts.sign(
          request(),
          new Date(),
          transfers.flatMap(({ slots }) => slots),
        ),
      );
    const outpoints = transfers.flatMap(({ slots }) => slots.map(({ resource }) => resource));
    expect(new Set(outpoints).size).toBe(outpoints.length);
    for (const transfer of transfers) {
      await payouts.broadcast(transfer);
      await payouts.broadcast(transfer);
    }
    for (const transfer of transfers) expect(await ended(transfer)).toMatchObject({ state: 'paid', reference: transfer.txid });
    for (const transfer of transfers) await payouts.broadcast(transfer);
    expect((await receivedIds()).toSorted()).toEqual([first, ...transfers].map(({ txid }) => txid).toSorted());
  });

  test('spend deposits in place', async () => {
    const { payouts } = await ready();
    const { id } = await pay('0.5');
    await mine(2);
    expect(await balance()).toBe(OPENING + 50_000_000n);
    const transfer = await payouts.sign(request(), new Date(), []);
    expect(transfer.slots).toEqual([{ wallet: ours, resource: expect.stringMatching(new RegExp(`^${id}:\\d$`)) }]);
    await payouts.broadcast(transfer);
    expect(await ended(transfer)).toMatchObject({ state: 'paid' });
  });

  test('spend deposits at an address that is watched only because orders before left so many unpaid', async () => {
    const { payouts, watched } = await ready();
    const index = 200;
    await pay('0.5', OURS.derive(index));
    await mine(2);
    expect(await balance()).toBe(OPENING);
    await watched.watch(index);
    // The sandbox derives the addresses of a range by and by.
    await expect.poll(balance, { timeout: 60_000, interval: 1 }).toBe(OPENING + 50_000_000n);
    const transfer = await payouts.sign(request({ amount: OPENING }), new Date(), []);
    expect(transfer.slots).toContainEqual({ wallet: OURS.derive(index), resource: expect.any(String) });
    await payouts.broadcast(transfer);
    expect(await ended(transfer)).toMatchObject({ state: 'paid' });
  });

  test('beyond what there is are not signed', async () => {
    const { payouts } = await ready();
    await expect(payouts.sign(request({ amount: OPENING }), new Date(), [])).rejects.toMatchObject({ trouble: 'short', outcome: 'not-done' });
  });

  test('of a coin that another transaction has spent for good are superseded', async () => {
    const { payouts } = await ready();
    const [lost, taken] = [await payouts.sign(request(), new Date(), []), await payouts.sign(request(), new Date(), [])];
    await payouts.broadcast(taken);
    await mine(1);
    expect(await payouts.status([lost])).toEqual({ state: 'pending' });
    await mine(1);
    expect(await payouts.status([lost])).toEqual({ state: 'superseded' });
    expect(await payouts.status([lost, taken])).toMatchObject({ state: 'paid', reference: taken.txid });
    await payouts.broadcast(lost);
    await mine(2);
    expect(await receivedIds()).toEqual([taken.txid]);
  });

  test.each(['lose-next-tx', 'pool-emptied'])('%s: accepted and gone, sent again, arrives once', async (kind) => {
    const { payouts } = await ready();
    await stage.fault('bitcoin', kind);
    const transfer = await payouts.sign(request(), new Date(), []);
    await payouts.broadcast(transfer);
    expect(await ended(transfer)).toEqual({ state: 'pending' });
    expect(await balance()).toBe(OPENING);
    await payouts.broadcast(transfer);
    expect(await ended(transfer)).toMatchObject({ state: 'paid' });
    expect(await receivedIds()).toHaveLength(1);
  });

  test('broadcast-dropped: taken, and the outcome is unknown', async () => {
    const { payouts } = await ready();
    const transfer = await payouts.sign(request(), new Date(), []);
    await stage.fault('bitcoin', 'broadcast-dropped');
    await expect(payouts.broadcast(transfer)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await ended(transfer)).toMatchObject({ state: 'paid' });
    expect(await receivedIds()).toHaveLength(1);
  });

  test('fee-rises: stuck, replaced with its coins at a higher fee, arrives once', async () => {
    const { payouts } = await ready();
    const asked = request();
    const stuck = await payouts.sign(asked, new Date(), []);
    expect(await payouts.replace(asked, [stuck], new Date())).toBeNull();
    await stage.fault('bitcoin', 'fee-rises');
    await payouts.broadcast(stuck);
    expect(await ended(stuck)).toEqual({ state: 'pending' });
    const replacement = (await payouts.replace(asked, [stuck], new Date())) ?? stuck;
    expect([replacement.slots, replacement.txid === stuck.txid]).toEqual([stuck.slots, false]);
    await payouts.broadcast(replacement);
    await payouts.broadcast(stuck);
    expect(await balance()).toBe(OPENING);
    expect(await ended(stuck, replacement)).toMatchObject({ state: 'paid', reference: replacement.txid });
    expect(await receivedIds()).toEqual([replacement.txid]);
  });

  test.each([1, 2, 3])('reorganised %d deep: paid only when the block that it is in at last is final', async (depth) => {
    const { payouts } = await ready();
    const transfer = await payouts.sign(request(), new Date(), []);
    await payouts.broadcast(transfer);
    await mine(depth);
    expect(await receivedIds()).toHaveLength(1);
    await chain().reorganise(depth);
    expect(await receivedIds()).toEqual([]);
    expect(await payouts.status([transfer])).toEqual({ state: 'pending' });
    expect(await ended(transfer)).toMatchObject({ state: 'paid' });
    expect(await receivedIds()).toHaveLength(1);
  });

  test('fee-dear: nothing is signed', async () => {
    const { payouts } = await ready();
    await stage.fault('bitcoin', 'fee-dear');
    await expect(payouts.sign(request(), new Date(), [])).rejects.toMatchObject({ outcome: 'not-done', trouble: 'dear' });
  });

  test('wallet-unloaded: loaded again, and nothing is lost', async () => {
    const { payouts } = await ready();
    await stage.fault('bitcoin', 'wallet-unloaded');
    await payouts.sign(request(), new Date(), []);
    expect(await stage.hits('bitcoin', 'wallet-unloaded')).toBe(1);
    expect(await balance()).toBe(OPENING);
  });

  test('wallet-rescans: coins that are not found yet are not taken for gone', async () => {
    const { payouts } = await ready();
    await stage.fault('bitcoin', 'wallet-rescans');
    await expect(balance()).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    await stage.fault('bitcoin', 'wallet-rescans');
    await expect(payouts.sign(request(), new Date(), [])).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    expect(await stage.hits('bitcoin', 'wallet-rescans')).toBe(2);
    expect(await balance()).toBe(OPENING);
  });

  test('index-behind: a transfer is not taken for void', async () => {
    const { payouts } = await ready();
    const transfer = await payouts.sign(request(), new Date(), []);
    await payouts.broadcast(transfer);
    await mine(2);
    await stage.fault('bitcoin', 'index-behind');
    await expect(payouts.status([transfer])).rejects.toMatchObject({ trouble: 'busy' });
    expect(await payouts.status([transfer])).toMatchObject({ state: 'paid' });
  });

  test.each([
    ['overloaded', 'busy'],
    ['unreachable', 'unreachable'],
    ['unauthorized-page', 'busy'],
  ])('%s: told of, nothing is taken', async (kind, trouble) => {
    const { payouts } = await ready();
    const transfer = await payouts.sign(request(), new Date(), []);
    await stage.fault('bitcoin', kind);
    await expect(payouts.broadcast(transfer)).rejects.toMatchObject({ trouble });
    await mine(1);
    expect(await receivedIds()).toEqual([]);
    await stage.fault('bitcoin', 'wrong-chain');
    await expect(payouts.sign(request(), new Date(), [])).rejects.toMatchObject({ trouble: 'malformed', outcome: 'not-done' });
  });
});

const pay = async (amount: string, to = ours) => at((await stage.post('/transfer', { rail: 'bitcoin', to, amount })).json.paid ?? [], 0);

describe('deposits', () => {
  const isOurs = (address: string) => address === ours;

  /** Reads final blocks to the end. */
  async function scanned(cursor: string | null): Promise<{ facts: PaymentFact[]; cursor: string | null }> {
    const { payments } = open();
    const facts: PaymentFact[] = [];
    for (let position = cursor; ; ) {
      const page = await payments.scan(position, isOurs);
      facts.push(...page.facts);
      position = page.cursor;
      if (!page.more) return { facts, cursor: position };
    }
  }
  const startCursor = async () => (await scanned(null)).cursor;
  const references = (facts: readonly PaymentFact[]) => facts.map(({ reference }) => reference.split(':')[0]);

  test('are seen while they wait, confirmed by the second block under the same reference, and told by the node', async () => {
    const { payments, firstHand, addresses } = await ready();
    expect(addresses.derive(7)).toBe(ours);
    const cursor = await startCursor();
    const { id, amount } = await pay('0.12345678');
    expect(amount).toBe(0.12345678);
    const seen = await payments.scanHead(null, isOurs);
    const reference = at(seen.facts, 0).reference;
    const fact = { network: 'bitcoin', account: ours, payer: null, unit: 'btc', amount: 12_345_678n, reference, sourceId: reference };
    expect(reference).toMatch(new RegExp(`^${id}:\\d$`));
    expect(seen.facts).toMatchObject([{ ...fact, confirmed: false, source: 'bitcoin-head' }]);
    await mine(1);
    expect((await payments.scanHead(seen.cursor, isOurs)).facts).toEqual([]);
    expect((await scanned(cursor)).facts).toEqual([]);
    expect(await firstHand.find(reference, new Date())).toEqual([]);
    await mine(1);
    expect((await scanned(cursor)).facts).toMatchObject([{ ...fact, confirmed: true, source: 'bitcoin-block' }]);
    expect((await payments.scanHead(null, isOurs)).facts).toEqual([]);
    expect((await firstHand.find(reference, new Date())).filter(({ account }) => isOurs(account))).toMatchObject([{ ...fact, confirmed: true }]);
    expect(await firstHand.find(`${'f'.repeat(64)}:0`, new Date())).toEqual([]);
  });

  test.each([1, 2, 3])('reorganised %d deep: counted under one reference, and none that came instead is missed', async (depth) => {
    await ready();
    const cursor = await startCursor();
    const { id } = await pay('1');
    await mine(depth);
    const before = await scanned(cursor);
    await chain().reorganise(depth);
    const other = await pay('2');
    await mine(3);
    const after = await scanned(before.cursor);
    expect(new Set(references([...before.facts, ...after.facts]))).toEqual(new Set([id, other.id]));
    expect(await receivedIds(ours)).toHaveLength(2);
  });

  test.each([1, 2, 3])('reorganised %d deep by a branch with the same transactions: counted under one reference', async (depth) => {
    await ready();
    const cursor = await startCursor();
    const { id } = await pay('1');
    await mine(depth);
    const before = await scanned(cursor);
    const other = await pay('2');
    await chain().reorganise(depth, 'full');
    expect((await receivedIds(ours)).toSorted()).toEqual([id, other.id].toSorted());
    await mine(2);
    const after = await scanned(before.cursor);
    expect(new Set(references([...before.facts, ...after.facts]))).toEqual(new Set([id, other.id]));
  });

  test('reorganised, as a fault: counted once', async () => {
    await ready();
    const cursor = await startCursor();
    await stage.fault('bitcoin', 'reorganised', 2);
    const [one, other] = [await pay('1'), await pay('2')];
    await mine(6);
    expect(references((await scanned(cursor)).facts).toSorted()).toEqual([one.id, other.id].toSorted());
    expect(await stage.hits('bitcoin', 'reorganised')).toBe(2);
  });

  test.each(['deposit-vanishes', 'deposit-double-spent'])('%s: seen, never confirmed', async (kind) => {
    const { payments, firstHand } = await ready();
    const cursor = await startCursor();
    await stage.fault('bitcoin', kind);
    const { id } = await pay('1');
    const seen = await payments.scanHead(null, isOurs);
    expect(references(seen.facts)).toEqual([id]);
    const after = await pay('2');
    await mine(4);
    expect(references((await scanned(cursor)).facts)).toEqual([after.id]);
    expect(await firstHand.find(at(seen.facts, 0).reference, new Date())).toEqual([]);
    expect(await receivedIds(ours)).toEqual([after.id]);
    expect(await balance()).toBe(OPENING + 200_000_000n);
  });

  test('deposit-fee-raised: the same money comes once, in another transaction', async () => {
    const { payments } = await ready();
    const cursor = await startCursor();
    await stage.fault('bitcoin', 'deposit-fee-raised');
    const { id } = await pay('1');
    await mine(2);
    const { facts } = await scanned(cursor);
    expect(facts).toMatchObject([{ amount: 100_000_000n }]);
    expect(references(facts)).not.toContain(id);
    expect(await receivedIds(ours)).toEqual(references(facts));
    expect((await payments.scanHead(null, isOurs)).facts).toEqual([]);
  });

  test('deposit-low-fee: waits; boosted by a transfer of ours, it is mined in the next block', async () => {
    const { boosts, payouts, payments } = await ready();
    const cursor = await startCursor();
    await stage.fault('bitcoin', 'deposit-low-fee');
    const { id } = await pay('3');
    await mine(2);
    expect((await scanned(cursor)).facts).toEqual([]);
    const reference = (await payments.scanHead(null, isOurs)).facts[0]?.reference ?? '';
    const [stuck] = await boosts.find([reference], new Date(), []);
    expect(stuck).toMatchObject({ reference, amount: 300_000_000n });
    const boost = await boosts.sign(reference, new Date(), []);
    if (!boost || !stuck) throw new Error('the deposit is not boosted');
    await payouts.broadcast(boost);
    expect(await boosts.find([reference], new Date(), boost.slots)).toEqual([]);
    await mine(2);
    expect(references((await scanned(cursor)).facts)).toEqual([id]);
    const status = await payouts.status([boost]);
    expect(status).toMatchObject({ state: 'paid', fee: stuck.cost });
    expect(await balance()).toBe(OPENING + 300_000_000n - stuck.cost);
  });

  test('two nodes that differ confirm nothing', async () => {
    await ready();
    const { id } = await pay('1');
    await mine(2);
    const other = await openStage({ pace: { blockMs: 3_600_000 }, timeoutMs: 10_000 });
    try {
      const { firstHand } = open({ secondUrl: `${other.sandbox.url}/bitcoin` });
      expect(await firstHand.find(`${id}:0`, new Date())).toEqual([]);
      expect(await open({ secondUrl: `${stage.sandbox.url}/bitcoin` }).firstHand.find(`${id}:0`, new Date())).not.toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe('the node answers as Bitcoin Core does', () => {
  const ask = async (method: string, ...params: unknown[]) => {
    const response = await fetch(`${stage.sandbox.url}/bitcoin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 1, method, params }),
    });
    return (await response.json()) as { result: unknown; error: { code: number; message: string } | null };
  };

  test('to what it does not take', async () => {
    const { payouts } = await ready();
    const asked = request();
    const [one, other] = [await payouts.sign(asked, new Date(), []), await payouts.sign(request(), new Date(), [])];
    expect((await ask('sendrawtransaction', 'ff')).error).toMatchObject({ code: -22 });
    await payouts.broadcast(one);
    expect((await ask('sendrawtransaction', one.raw)).error).toBeNull();
    expect((await ask('sendrawtransaction', other.raw)).error).toMatchObject({ code: -26, message: expect.stringContaining('insufficient fee') });
    await mine(1);
    expect((await ask('sendrawtransaction', one.raw)).error).toMatchObject({ code: -27 });
    expect((await ask('sendrawtransaction', other.raw)).error).toMatchObject({ code: -25, message: 'bad-txns-inputs-missingorspent' });
    const broken = `${one.raw.slice(0, -80)}${'00'.repeat(40)}`;
    expect((await ask('sendrawtransaction', broken)).error?.code).toBeLessThan(0);
    expect((await ask('getrawtransaction', 'f'.repeat(64), true)).error).toMatchObject({ code: -5 });
    expect((await ask('getblockhash', 9_999_999)).error).toMatchObject({ code: -8 });
    expect((await ask('generate', 1)).error).toMatchObject({ code: -32_601 });
  });

  test('to descriptors: their checksum is that of BIP 380', () => {
    expect(checksumOf('raw(deadbeef)')).toBe('89f8spxm');
  });
});

test('the chain goes on after the sandbox was killed: the same blocks, waiting transactions and wallet', async () => {
  const { payouts } = await ready();
  const paid = await payouts.sign(request(), new Date(), []);
  await payouts.broadcast(paid);
  await mine(1);
  await chain().reorganise(1);
  await mine(2);
  const waiting = await payouts.sign(request(), new Date(), []);
  await payouts.broadcast(waiting);
  const before = await balance();
  // The first one is not closed: what was answered is in the books already.
  const again = await startSandbox(stage.options, 0);
  try {
    const other = open({ url: `${again.url}/bitcoin` });
    expect(await other.payouts.status([paid])).toMatchObject({ state: 'paid' });
    // The blocks that were due meanwhile have taken it in.
    const status = await other.payouts.status([waiting]);
    const fee = status.state === 'paid' ? status.fee : 0n;
    expect(status).toMatchObject({ state: 'paid', reference: waiting.txid });
    expect((await other.payouts.balances(new Date())).get('btc')).toBe((before ?? 0n) - 1_000_000n - fee);
  } finally {
    await again.close();
  }
});
