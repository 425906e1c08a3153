import { createHash } from 'node:crypto';
import type { PayoutCapability } from '@quydoi/rails/rail';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import type { PaymentPage } from '@quydoi/rails/source';
import { createPaymentReader } from '@quydoi/rails/testing/payment-reader';
import { createTronRail } from '@quydoi/rails/tron/index';
import { tronKeys, tronXpub } from '@quydoi/rails/tron/keys';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../src/sandbox.ts';
import { base58Of, hexOf } from '../src/tron/address.ts';
import { slotsDue } from '../src/tron/chain.ts';
import { DEFAULT_WALLET as HOT, DEFAULT_MNEMONIC as mnemonic } from '../src/tron/options.ts';
import { type TokenSwitch, UPGRADED } from '../src/tron/token.ts';
import { bytesOf, rootOf, type SentTransaction } from '../src/tron/transaction.ts';
import { payoutRequests } from '../testing/payout-requests.ts';
import { at, openStage, type Stage, until } from '../testing/stage.ts';

const CUSTOMER = 'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx';
const xpub = tronXpub({ mnemonic });
const hex = (address: string) => hexOf(address) ?? '';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

function open(more: object = {}) {
  const rail = createTronRail({
    node: { baseUrl: stage.sandbox.url },
    secret: { mnemonic },
    xpub,
    timeoutMs: 20_000,
    validityMs: 1_500,
    expiryMarginMs: 100,
    ...more,
  });
  const { payouts, sweeps, sources, addresses } = rail;
  if (!payouts || !sweeps || !sources || !addresses) throw new Error('a part is missing');
  return { payouts, sweeps, payments: createPaymentReader(sources), addresses };
}

async function balancesOf(payouts: PayoutCapability): Promise<unknown[]> {
  const balances = await payouts.balances(new Date());
  return [balances.get('usdt-tron'), balances.get('trx')];
}

async function usdtOf(payouts: PayoutCapability): Promise<unknown> {
  return (await balancesOf(payouts))[0];
}

const request = payoutRequests({ currency: 'trc20', amount: 25_000_000n, destination: CUSTOMER });

/** What the chain says of a transfer in the end. */
async function ended(transfer: SignedTransfer, rail = open()) {
  let status = await rail.payouts.status([transfer]);
  await until(async () => {
    status = await rail.payouts.status([transfer]).catch(() => status);
    return status.state !== 'pending';
  });
  return status;
}

describe('payouts', () => {
  test('arrive, are confirmed by the irreversible side, and cost TRX', async () => {
    const { payouts } = open();
    expect(await balancesOf(payouts)).toEqual([50_000_000_000n, 50_000_000_000n]);
    const transfer = await payouts.sign(request({ amount: 25_500_001n }), new Date());
    expect(await payouts.status([transfer])).toEqual({ state: 'pending' });
    await payouts.broadcast(transfer);
    // The first transfer of a day uses the wallet's free bandwidth.
    const fee = 130_285n * 100n;
    expect(await ended(transfer)).toMatchObject({ state: 'paid', reference: transfer.txid, fee });
    expect(await stage.received(CUSTOMER)).toEqual([
      { rail: 'tron', currency: 'trc20', amount: 25.500001, id: transfer.txid, at: expect.stringMatching(/Z$/) },
    ]);
    expect(await balancesOf(payouts)).toEqual([50_000_000_000n - 25_500_001n, 50_000_000_000n - fee]);
    const second = await payouts.sign(request(), new Date());
    await payouts.broadcast(second);
    expect(await ended(second)).toMatchObject({ state: 'paid', fee: 64_285n * 100n + 345_000n });
  });

  test('the same bytes sent again and again arrive once, with the ids remembered or not', async () => {
    const { payouts } = open({ validityMs: 60_000 });
    const transfer = await payouts.sign(request(), new Date());
    for (let n = 0; n < 6; n += 1) {
      await payouts.broadcast(transfer);
      if (n > 1) await stage.fault('tron', 'clear-id-cache');
      if (n === 2) await ended(transfer);
    }
    expect(await stage.hits('tron', 'clear-id-cache')).toBe(3);
    expect(await stage.received(CUSTOMER)).toHaveLength(1);
  });

  test('two transfers that are signed apart both happen: there is no nonce', async () => {
    const { payouts } = open();
    const now = new Date();
    const both = [await payouts.sign(request(), now), await payouts.sign(request(), now)];
    for (const transfer of both) await payouts.broadcast(transfer);
    for (const transfer of both) expect(await ended(transfer)).toMatchObject({ state: 'paid' });
    expect(await stage.received(CUSTOMER)).toHaveLength(2);
  });

  test('more than there is, is not signed', async () => {
    const { payouts } = open();
    const tooMuch = request({ amount: 50_000_000_001n });
    await expect(payouts.sign(tooMuch, new Date())).rejects.toMatchObject({ outcome: 'not-done', trouble: 'short' });
    await expect(payouts.sign(request({ amount: 2n ** 200n }), new Date())).rejects.toMatchObject({ outcome: 'not-done' });
  });
});

describe('faults', () => {
  test('fee-coin-gone: nothing is signed, and the wallet is known to be dry', async () => {
    const { payouts } = open();
    await stage.fault('tron', 'fee-coin-gone', 2);
    await expect(payouts.sign(request(), new Date())).rejects.toMatchObject({ outcome: 'not-done', trouble: 'short' });
    expect(await payouts.feeCoin(new Date())).toMatchObject({ balance: 0n, perTransfer: 131_000n * 100n + 345_000n });
    expect(await payouts.feeCoin(new Date())).toMatchObject({ balance: 50_000_000_000n });
  });

  test('unauthorized-page: trouble on the way, not a refused key', async () => {
    const { payouts } = open();
    await stage.fault('tron', 'unauthorized-page', 3);
    await expect(payouts.balances(new Date())).rejects.toMatchObject({ trouble: 'unreachable', message: expect.stringContaining('401 with a page') });
  });

  test('energy-dear: nothing is signed, and the price is known to be too high', async () => {
    const { payouts } = open();
    await stage.fault('tron', 'energy-dear', 2);
    await expect(payouts.sign(request(), new Date())).rejects.toMatchObject({ outcome: 'not-done', trouble: 'dear' });
    const dear = await payouts.feeCoin(new Date());
    expect(dear.perTransfer).toBeGreaterThan(dear.perTransferMax ?? 0n);
    expect(await payouts.sign(request(), new Date())).toMatchObject({ slots: [] });
  });

  test('node-behind: its blocks are too old to believe that nothing has happened since', async () => {
    const { payouts, payments } = open({ headSkewMsMax: 1_000 });
    const { cursor } = await payments.scan(null, () => true);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await stage.fault('tron', 'node-behind', 4);
    await expect(payments.scan(cursor, () => true)).rejects.toMatchObject({ trouble: 'unreachable' });
    await expect(payouts.balances(new Date())).rejects.toMatchObject({ trouble: 'unreachable' });
    await stage.fault('tron', 'node-behind', 0);
    expect((await payments.scan(cursor, () => true)).facts).toEqual([]);
    expect(await usdtOf(payouts)).toBe(50_000_000_000n);
  });

  test('chain-restarted: its blocks are new, and below what was read', async () => {
    const { payments } = open();
    await until(async () => Number((await payments.scan(null, () => true)).cursor) > 30);
    const { cursor } = await payments.scan(null, () => true);
    await stage.fault('tron', 'chain-restarted');
    await expect(payments.scan(cursor, () => true)).rejects.toMatchObject({ trouble: 'unreachable' });
    expect(await payments.scan(cursor, () => true)).toMatchObject({ facts: [] });
  });

  test('lose-next-tx: accepted, expired, signed anew, arrives once', async () => {
    await stage.fault('tron', 'lose-next-tx');
    const lost = await open().payouts.sign(request(), new Date());
    await open().payouts.broadcast(lost);
    await open().payouts.broadcast(lost);
    expect(await ended(lost)).toEqual({ state: 'expired' });
    await open().payouts.broadcast(lost);
    await stage.fault('tron', 'clear-id-cache');
    await open().payouts.broadcast(lost);
    const anew = await open().payouts.sign(request(), new Date());
    await open().payouts.broadcast(anew);
    expect(await ended(anew)).toMatchObject({ state: 'paid' });
    expect(await ended(lost)).toEqual({ state: 'expired' });
    expect((await stage.received(CUSTOMER)).map(({ id }) => id)).toEqual([anew.txid]);
  });

  test('expire: not taken, and a duplicate from then on; expired in the end', async () => {
    await stage.fault('tron', 'expire');
    const transfer = await open().payouts.sign(request(), new Date());
    await open().payouts.broadcast(transfer);
    await open().payouts.broadcast(transfer);
    expect(await ended(transfer)).toEqual({ state: 'expired' });
    expect(await stage.received(CUSTOMER)).toEqual([]);
  });

  test('broadcast-dropped: taken, and the outcome is unknown', async () => {
    await stage.fault('tron', 'broadcast-dropped');
    const transfer = await open().payouts.sign(request(), new Date());
    await expect(open().payouts.broadcast(transfer)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await ended(transfer)).toMatchObject({ state: 'paid' });
    expect(await stage.received(CUSTOMER)).toHaveLength(1);
  });

  test('include-late: pending until it is there', async () => {
    await stage.fault('tron', 'include-late');
    // Ten blocks are most of the usual validity: a slow machine would see it expire.
    const { payouts } = open({ validityMs: 10_000 });
    const transfer = await payouts.sign(request(), new Date());
    await payouts.broadcast(transfer);
    await open().payouts.broadcast(transfer);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await open().payouts.status([transfer])).toEqual({ state: 'pending' });
    expect(await ended(transfer)).toMatchObject({ state: 'paid' });
    expect(await stage.received(CUSTOMER)).toHaveLength(1);
  });

  test('out-of-energy: failed, the fee is burned, nothing moves', async () => {
    await stage.fault('tron', 'out-of-energy');
    const { payouts } = open();
    const transfer = await payouts.sign(request(), new Date());
    await payouts.broadcast(transfer);
    const status = await ended(transfer);
    expect(status).toMatchObject({ state: 'failed', detail: expect.stringContaining('OUT_OF_ENERGY') });
    expect((await payouts.balances(new Date())).get('trx')).toBe(50_000_000_000n - (status.state === 'failed' ? status.fee : 0n));
    expect(await usdtOf(payouts)).toBe(50_000_000_000n);
    expect(await stage.received(CUSTOMER)).toEqual([]);
  });

  test('delay-solidity: arrived for all to see, pending for us until it is irreversible', async () => {
    const { payouts } = open();
    const transfer = await payouts.sign(request(), new Date());
    await stage.fault('tron', 'delay-solidity');
    await payouts.broadcast(transfer);
    await until(async () => (await stage.received(CUSTOMER)).length === 1);
    expect(await payouts.status([transfer])).toEqual({ state: 'pending' });
    expect(await ended(transfer)).toMatchObject({ state: 'paid' });
  });

  test.each([
    ['server-busy', 'busy'],
    ['not-connected', 'busy'],
    ['few-connections', 'busy'],
    ['blocks-unsolidified', 'busy'],
    ['overloaded', 'busy'],
    ['key-disabled', 'busy'],
    ['rate-limited', 'busy'],
    ['unreachable', 'unreachable'],
  ])('%s: told of, nothing is taken', async (kind, trouble) => {
    const { payouts } = open();
    const transfer = await payouts.sign(request(), new Date());
    await stage.fault('tron', kind);
    await expect(payouts.broadcast(transfer)).rejects.toMatchObject({ trouble });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await stage.received(CUSTOMER)).toEqual([]);
    await payouts.broadcast(transfer);
    expect(await ended(transfer)).toMatchObject({ state: 'paid' });
  });
});

describe('the stand-in’s own checks', () => {
  const say = async (path: string, body: unknown) =>
    (await (await fetch(`${stage.sandbox.url}/${path}`, { method: 'POST', body: JSON.stringify(body) })).json()) as Record<string, unknown>;
  const send = (body: unknown) => say('wallet/broadcasttransaction', body);
  const signed = async () =>
    JSON.parse((await open().payouts.sign(request(), new Date())).raw) as { raw_data: Record<string, unknown>; signature: string[] };

  test('a changed transaction has another signer, an unsigned one none', async () => {
    const transaction = await signed();
    expect(await send({ ...transaction, raw_data: { ...transaction.raw_data, fee_limit: 7 } })).toMatchObject({ code: 'SIGERROR' });
    const other = await signed();
    expect(await send({ ...other, signature: [] })).toMatchObject({ code: 'SIGERROR' });
    const third = await signed();
    expect(await send({ ...third, signature: ['zz'] })).toMatchObject({ code: 'SIGERROR' });
  });

  test('a first refusal is a duplicate from then on', async () => {
    const transaction = await signed();
    const broken = { ...transaction, raw_data: { ...transaction.raw_data, ref_block_hash: '00'.repeat(8) } };
    expect(await send(broken)).toMatchObject({ code: 'TAPOS_ERROR' });
    expect(await send(broken)).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
  });

  test('what ends before the head or more than a day after it is refused', async () => {
    const transaction = await signed();
    for (const expiration of [1, Date.now() - 5_000, Date.now() + 90_000_000]) {
      expect(await send({ ...transaction, raw_data: { ...transaction.raw_data, expiration } })).toMatchObject({
        code: 'TRANSACTION_EXPIRATION_ERROR',
      });
    }
  });

  test('who has no TRX sends nothing, and the id is the hash of what is said', async () => {
    const poor = open({ secret: { mnemonic: 'legal winner thank year wave sausage worth useful legal winner thank yellow' } });
    await expect(poor.payouts.sign(request(), new Date())).rejects.toMatchObject({ outcome: 'not-done' });
    const transaction = await signed();
    expect(await send({ ...transaction, txID: 'f'.repeat(64) })).not.toMatchObject({ txid: 'f'.repeat(64) });
  });

  test('the irreversible side is behind', async () => {
    const number = async (side: string) =>
      ((await say(`${side}/getnowblock`, {})) as { block_header: { raw_data: { number: number } } }).block_header.raw_data.number;
    // Asked first: blocks are made meanwhile.
    const irreversible = await number('walletsolidity');
    expect((await number('wallet')) - irreversible).toBeGreaterThanOrEqual(2);
    expect(await say('walletsolidity/getblockbynum', { num: (await number('wallet')) + 50 })).toEqual({});
  });

  test('a header has the root of its block’s transactions, as java-tron computes it, and zeros without any', () => {
    const sent = (timestamp: number, signature: string[]): SentTransaction => ({
      raw_data: {
        contract: [
          { type: 'TransferContract', parameter: { value: { owner_address: `41${'1'.repeat(40)}`, to_address: `41${'2'.repeat(40)}`, amount: 1 } } },
        ],
        ref_block_bytes: '0001',
        ref_block_hash: '0'.repeat(16),
        expiration: 2,
        timestamp,
        fee_limit: 0,
      },
      signature,
    });
    const sha = (...parts: (string | Uint8Array)[]) =>
      createHash('sha256')
        .update(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part))))
        .digest('hex');
    const [a, b, c] = [sent(1, ['ab'.repeat(65)]), sent(2, []), sent(3, [])];
    const rawA = bytesOf(a.raw_data);
    // Fields 1 (raw_data), 2 (signature) and 5 (ret, in which field 3 is contractRet).
    expect(rawA.length).toBeLessThan(0x80);
    const leafA = sha(Uint8Array.of(0x0a, rawA.length), rawA, Uint8Array.of(0x12, 65), 'ab'.repeat(65), '2a021801');
    expect(rootOf([])).toBe('0'.repeat(64));
    expect(rootOf([a])).toBe(leafA);
    expect(rootOf([a, b])).toBe(sha(leafA, rootOf([b])));
    expect(rootOf([a, b, c])).toBe(sha(rootOf([a, b]), rootOf([c])));
  });

  test('blocks are made for the slots that matter', () => {
    expect(slotsDue(1, 3)).toEqual([1]);
    expect(slotsDue(5, 3)).toEqual([1, 2, 3, 4, 5]);
    expect(slotsDue(100_000, 3)).toEqual([1, 99_997, 99_998, 99_999, 100_000]);
  });
});

const DEPOSIT = tronKeys({ mnemonic }).deposit?.(3).address ?? '';

describe('deposits', () => {
  /** A process that holds no secret and remembers nothing. */
  const reader = (blocksMax: number) => {
    const { sources } = createTronRail({ node: { baseUrl: stage.sandbox.url }, timeoutMs: 20_000, blocksMax });
    if (!sources) throw new Error('no sources');
    return createPaymentReader(sources);
  };

  test('an order in trc20 is paid to its address and scanned once, block by block', async () => {
    stage.exchange.orders.set('TRX', { Ref: 'TRX', FromBank: 'trc20', AmountSent: 60.123456, ReceivingAddress: DEPOSIT });
    const { payments, addresses } = open();
    expect(addresses.derive(3)).toBe(DEPOSIT);
    const isOurs = (address: string) => address === DEPOSIT;
    const first = await payments.scan(null, isOurs);
    const { json } = await stage.post('/pay', { ref: 'TRX', times: 2 });
    expect(json.paid).toMatchObject([{ rail: 'tron', currency: 'trc20', amount: 60.123456 }, { rail: 'tron' }]);
    const page = await (await fetch(`${stage.sandbox.url}/?ref=TRX&paid=${at(json.paid ?? [], 0).id}`)).text();
    for (const text of ['Ví TRON mô phỏng', '60,123456 USDT', 'TRON cũng được mô phỏng']) expect(page).toContain(text);
    await stage.fault('tron', 'block-hidden');
    let cursor = first.cursor;
    const facts: unknown[] = [];
    await until(async () => {
      // Every page is read by a new process.
      const read = await reader(2)
        .scan(cursor, isOurs)
        .catch(() => null);
      if (read) {
        facts.push(...read.facts);
        cursor = read.cursor;
      }
      return facts.length >= 2;
    });
    for (let n = 0; n < 10; n += 1) {
      const read = await reader(20).scan(cursor, isOurs);
      facts.push(...read.facts);
      cursor = read.cursor;
    }
    expect(await stage.hits('tron', 'block-hidden')).toBe(1);
    expect(facts).toHaveLength(2);
    expect(new Set(facts.map((fact) => (fact as { reference: string }).reference))).toEqual(new Set(json.paid?.map(({ id }) => `${id}:0`)));
    expect(facts[0]).toMatchObject({
      account: DEPOSIT,
      amount: 60_123_456n,
      unit: 'usdt-tron',
      payer: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
      confirmed: true,
    });
    expect(await stage.received(DEPOSIT)).toHaveLength(2);
  });

  /** Reads page by page until `isDone`; a page that cannot be read is read again. */
  async function readUntil(cursor: string | null, isDone: (page: PaymentPage) => boolean): Promise<PaymentPage[]> {
    const pages: PaymentPage[] = [];
    await until(async () => {
      const page = await reader(2)
        .scan(pages.at(-1)?.cursor ?? cursor, (address) => address === DEPOSIT)
        .catch(() => null);
      if (page) pages.push(page);
      return page !== null && isDone(page);
    });
    return pages;
  }

  test('block-partial: no deposit is lost when a node leaves one of a block out', async () => {
    const { cursor } = await reader(2).scan(null, () => true);
    await stage.fault('tron', 'block-partial');
    await stage.post('/transfer', { rail: 'tron', to: DEPOSIT, amount: 50, times: 2 });
    let found = 0;
    await readUntil(cursor, ({ facts }) => {
      found += facts.length;
      return found === 2;
    });
    expect(await stage.hits('tron', 'block-partial')).toBe(1);
  });

  test('block-without-transactions: no deposit is lost when a node tells its block as one without transactions', async () => {
    const { cursor } = await reader(2).scan(null, () => true);
    await stage.fault('tron', 'block-without-transactions', 2);
    await stage.post('/transfer', { rail: 'tron', to: DEPOSIT, amount: 50 });
    let reads = 0;
    const pages = await readUntil(cursor, ({ facts }) => {
      reads += 1;
      return facts.length > 0 || reads > 100;
    });
    expect(await stage.hits('tron', 'block-without-transactions')).toBe(2);
    expect(pages.flatMap(({ facts }) => facts)).toMatchObject([{ amount: 50_000_000n, confirmed: true }]);
  });

  test('TRX that arrives at a deposit address is told of', async () => {
    const { payouts, sweeps } = open();
    const { cursor } = await reader(2).scan(null, () => true);
    const transfer = await sweeps.signFund(3, 15_000_000n, new Date());
    await payouts.broadcast(transfer);
    const pages = await readUntil(cursor, ({ otherAssets = [] }) => otherAssets.length > 0);
    expect(pages.at(-1)?.otherAssets).toEqual([
      { account: DEPOSIT, asset: 'trx', amount: 15_000_000n, reference: transfer.txid, txid: transfer.txid, payer: HOT },
    ]);
  });

  test('deposit-vanishes: seen in a block, never irreversible, and the payer keeps the money', async () => {
    const payments = reader(20);
    const isOurs = (address: string) => address === DEPOSIT;
    const { cursor: solid } = await payments.scan(null, isOurs);
    const before = await stage.received(DEPOSIT);
    let id = '';
    let vanished = 0;
    let seen: readonly unknown[] = [];
    // Where this process stalls for longer than the payment is to be seen, another is made.
    while (seen.length === 0) {
      // A page from an older block on would end before the newest ones.
      const { cursor: head } = await payments.scanHead(null, isOurs);
      await stage.fault('tron', 'deposit-vanishes');
      const { json } = await stage.post('/transfer', { rail: 'tron', to: DEPOSIT, amount: 7 });
      id = json.paid?.[0]?.id ?? '';
      vanished += 1;
      const endMs = Date.now() + 2_000;
      while (seen.length === 0 && Date.now() < endMs) seen = (await payments.scanHead(head, isOurs)).facts;
    }
    expect(seen).toMatchObject([{ reference: `${id}:0`, amount: 7_000_000n, confirmed: false }]);
    await until(async () => Number((await payments.scan(null, isOurs)).cursor) > Number((await payments.scanHead(null, isOurs)).cursor) - 4);
    const { json: next } = await stage.post('/transfer', { rail: 'tron', to: DEPOSIT, amount: 8 });
    let cursor = solid;
    const facts: unknown[] = [];
    await until(async () => {
      const page = await payments.scan(cursor, isOurs);
      cursor = page.cursor;
      facts.push(...page.facts);
      return facts.length > 0;
    });
    expect(facts).toMatchObject([{ reference: `${next.paid?.[0]?.id}:0`, amount: 8_000_000n }]);
    expect((await stage.received(DEPOSIT)).slice(before.length)).toMatchObject([{ amount: 8 }]);
    expect(await stage.hits('tron', 'deposit-vanishes')).toBe(vanished);
  });

  test('two transfers in one transaction are two deposits', async () => {
    const { payments } = open();
    const { cursor } = await payments.scan(null, () => true);
    const payer = hex(CUSTOMER);
    stage.sandbox.world.networks.tron.chain.pay(payer, [
      { to: hex(DEPOSIT), amount: 5_000_000 },
      { to: hex(HOT), amount: 0 },
      { to: hex(DEPOSIT), amount: 5_000_000 },
    ]);
    await until(async () => (await payments.scan(cursor, () => true)).facts.length > 0);
    const { facts } = await payments.scan(cursor, () => true);
    expect(facts.map(({ reference }) => reference.split(':')[1])).toEqual(['0', '2']);
    expect(new Set(facts.map(({ reference }) => reference)).size).toBe(2);
  });

  test('what cannot be paid is refused', async () => {
    const pay = (more: object) => stage.post('/transfer', { rail: 'tron', to: DEPOSIT, amount: 10, memo: '', ...more });
    expect(await pay({ amount: '1.0000001' })).toMatchObject({ status: 422, json: { error: 'AMOUNT_INVALID' } });
    expect(await pay({ to: 'T123' })).toMatchObject({ status: 422, json: { error: 'ACCOUNT_INVALID' } });
    expect(await pay({ at: '2026-01-05T08:00:00Z' })).toMatchObject({ status: 422, json: { error: 'TIME_NOT_POSSIBLE' } });
    expect(await pay({ from: CUSTOMER, amount: 6_000_000, times: 2 })).toMatchObject({ status: 422, json: { error: 'NOT_ENOUGH_MONEY' } });
  });

  test('a deposit address is funded and swept, and keeps one unit', async () => {
    const { payouts, sweeps } = open();
    await stage.post('/transfer', { rail: 'tron', to: DEPOSIT, amount: 150, memo: '' });
    await until(async () => (await sweeps.balance('trc20', 3)) === 150_000_000n);
    await expect(sweeps.signSweep('trc20', 3, 149_999_999n, new Date())).rejects.toMatchObject({ outcome: 'not-done' });
    const missing = await sweeps.feeMissing('trc20', 3, 149_999_999n);
    expect(missing).toBe((64_285n * 100n * 12n) / 10n + 345_000n);
    const fund = await sweeps.signFund(3, missing, new Date());
    await payouts.broadcast(fund);
    expect(await ended(fund)).toMatchObject({ state: 'paid', fee: 1_000_000n });
    expect(await sweeps.feeMissing('trc20', 3, 149_999_999n)).toBe(0n);
    const sweep = await sweeps.signSweep('trc20', 3, 149_999_999n, new Date());
    await payouts.broadcast(sweep);
    expect(await ended(sweep)).toMatchObject({ state: 'paid' });
    expect([await sweeps.balance('trc20', 3), await usdtOf(payouts)]).toEqual([1n, 50_149_999_999n]);
    expect(await stage.received(HOT)).toMatchObject([{ id: sweep.txid }]);
  });

  test('energy-underestimated: a sweep burns its fee and moves nothing', async () => {
    const { payouts, sweeps } = open();
    await stage.post('/transfer', { rail: 'tron', to: DEPOSIT, amount: 150, memo: '' });
    await until(async () => (await sweeps.balance('trc20', 3)) === 150_000_000n);
    const fund = await sweeps.signFund(3, 20_000_000n, new Date());
    await payouts.broadcast(fund);
    await ended(fund);
    await stage.fault('tron', 'energy-underestimated', 1);
    const sweep = await sweeps.signSweep('trc20', 3, 149_999_999n, new Date());
    await payouts.broadcast(sweep);
    const outcome = await ended(sweep);
    expect(outcome).toMatchObject({ state: 'failed', detail: expect.stringContaining('OUT_OF_ENERGY') });
    expect(outcome.state === 'failed' && outcome.fee).toBeGreaterThan(2_000_000n);
    expect(await sweeps.balance('trc20', 3)).toBe(150_000_000n);
  });
});

describe('switches of the token', () => {
  /** For as many blocks as a test may take. */
  const switchOn = async (kind: TokenSwitch) => {
    await stage.fault('tron', kind, 1_000_000);
    await until(async () => {
      await usdtOf(open().payouts);
      return (await stage.hits('tron', kind)) !== 0;
    });
  };
  const switchOff = async (kind: TokenSwitch) => {
    await stage.fault('tron', kind, 0);
    const { chain } = stage.sandbox.world.networks.tron;
    const { number } = chain.head();
    await until(async () => {
      await usdtOf(open().payouts);
      return chain.head().number > number;
    });
  };
  const isOurs = (address: string) => address === DEPOSIT;
  const pay = async (amount: number) => at((await stage.post('/transfer', { rail: 'tron', to: DEPOSIT, amount })).json.paid ?? [], 0);

  /** Reads irreversible blocks until something arrives at the deposit address. */
  async function arrivedAfter(cursor: string | null): Promise<PaymentPage> {
    const { payments } = open();
    let page = await payments.scan(cursor, isOurs);
    await until(async () => {
      if (page.facts.length === 0 && (page.otherAssets ?? []).length === 0) page = await payments.scan(page.cursor, isOurs);
      return page.facts.length + (page.otherAssets ?? []).length > 0;
    });
    return page;
  }

  test.each([
    ['token-paused', 'suspended', 'the token is paused'],
    ['wallet-blacklisted', 'suspended', 'the token has blacklisted our wallet'],
    ['recipient-blacklisted', 'refused', null],
  ] as const)('%s: nothing is signed, what was signed before moves nothing, and is paid once it is over', async (kind, trouble, reason) => {
    const { payouts } = open({ validityMs: 60_000 });
    const asked = request();
    const early = await payouts.sign(asked, new Date());
    await switchOn(kind);
    expect(await payouts.suspension(new Date())).toBe(reason);
    const refused = { trouble, outcome: 'not-done', ...(reason === null ? {} : { message: reason }) };
    await expect(payouts.sign(request(), new Date())).rejects.toMatchObject(refused);
    await payouts.broadcast(early);
    expect(await ended(early)).toMatchObject({ state: 'failed', detail: expect.stringContaining('REVERT') });
    expect(await usdtOf(payouts)).toBe(50_000_000_000n);
    expect(await stage.received(CUSTOMER)).toEqual([]);
    await switchOff(kind);
    expect(await payouts.suspension(new Date())).toBeNull();
    const anew = await payouts.sign(asked, new Date());
    await payouts.broadcast(anew);
    expect(await ended(anew)).toMatchObject({ state: 'paid', reference: anew.txid });
    expect((await stage.received(CUSTOMER)).map(({ id }) => id)).toEqual([anew.txid]);
  });

  test('token-paused: customers cannot pay either', async () => {
    const { payments } = open();
    const { cursor } = await payments.scan(null, isOurs);
    await switchOn('token-paused');
    await pay(50);
    await until(async () => stage.sandbox.world.networks.tron.chain.waitingPayments().length === 0);
    await switchOff('token-paused');
    const { id } = await pay(51);
    expect((await arrivedAfter(cursor)).facts).toMatchObject([{ reference: `${id}:0`, amount: 51_000_000n }]);
    expect(await stage.received(DEPOSIT)).toHaveLength(1);
  });

  test('token-deprecated: told; a payout in the logs of the new contract is neither paid nor expired, a deposit there another asset', async () => {
    const { payouts, payments } = open();
    const early = await payouts.sign(request(), new Date());
    const { cursor } = await payments.scan(null, isOurs);
    await switchOn('token-deprecated');
    expect(await payouts.suspension(new Date())).toBe('the token contract is deprecated');
    await payouts.broadcast(early);
    const { id } = await pay(50);
    const asset = base58Of(UPGRADED);
    expect(await arrivedAfter(cursor)).toMatchObject({ facts: [], otherAssets: [{ account: DEPOSIT, asset, amount: 50_000_000n, txid: id }] });
    await until(() =>
      payouts.status([early]).then(
        () => false,
        () => true,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await expect(payouts.status([early])).rejects.toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
    expect(await stage.received(CUSTOMER)).toMatchObject([{ id: early.txid }]);
  });

  test('token-fee: told; payouts and deposits are what arrived', async () => {
    const { payouts, payments } = open();
    const { cursor } = await payments.scan(null, isOurs);
    await switchOn('token-fee');
    expect(await payouts.suspension(new Date())).toBe('the token keeps a fee of each transfer');
    const arrivals = [
      [25_000_000n, 24_975_000n],
      // The fee has a maximum.
      [10_000_000_000n, 9_995_000_000n],
    ] as const;
    for (const [amount, arrived] of arrivals) {
      const transfer = await payouts.sign(request({ amount }), new Date());
      await payouts.broadcast(transfer);
      expect(await ended(transfer)).toMatchObject({ state: 'paid', reference: transfer.txid, arrived });
    }
    expect((await stage.received(CUSTOMER)).map(({ amount }) => amount)).toEqual([24.975, 9_995]);
    expect(await usdtOf(payouts)).toBe(50_000_000_000n - 25_000_000n - 10_000_000_000n);
    const { id } = await pay(60);
    expect((await arrivedAfter(cursor)).facts).toMatchObject([{ reference: `${id}:0`, amount: 59_940_000n }]);
  });

  test('deposit-blacklisted: refuses the sweep of that address alone, and its money stays there', async () => {
    const { payouts, sweeps } = open({ validityMs: 60_000 });
    await pay(150);
    await until(async () => (await sweeps.balance('trc20', 3)) === 150_000_000n);
    const fund = await sweeps.signFund(3, 20_000_000n, new Date());
    await payouts.broadcast(fund);
    await ended(fund);
    const early = await sweeps.signSweep('trc20', 3, 149_999_999n, new Date());
    await switchOn('deposit-blacklisted');
    const refused = { trouble: 'refused', outcome: 'not-done', message: 'the token has blacklisted the deposit address' };
    await expect(sweeps.feeMissing('trc20', 3, 149_999_999n)).rejects.toMatchObject(refused);
    await expect(sweeps.signSweep('trc20', 3, 149_999_999n, new Date())).rejects.toMatchObject(refused);
    expect(await payouts.suspension(new Date())).toBeNull();
    await payouts.broadcast(early);
    expect(await ended(early)).toMatchObject({ state: 'failed', detail: expect.stringContaining('REVERT') });
    expect(await sweeps.balance('trc20', 3)).toBe(150_000_000n);
    const payout = await payouts.sign(request(), new Date());
    await payouts.broadcast(payout);
    expect(await ended(payout)).toMatchObject({ state: 'paid' });
    await switchOff('deposit-blacklisted');
    expect(await sweeps.signSweep('trc20', 3, 149_999_999n, new Date())).toMatchObject({ slots: [] });
  });
});

test('the chain goes on where it was after a restart', async () => {
  const { payouts, payments } = open();
  const waiting = await payouts.sign(request(), new Date());
  await payouts.broadcast(waiting);
  const { cursor } = await payments.scan(null, () => false);
  await stage.post('/transfer', { rail: 'tron', to: DEPOSIT, amount: 12.5, memo: '' });
  await stage.sandbox.close();
  const again = await startSandbox(stage.options, 0);
  Object.assign(stage.sandbox, { url: again.url, close: again.close });
  const rail = open();
  expect(await ended(waiting, rail)).toMatchObject({ state: 'paid' });
  expect(await stage.received(CUSTOMER)).toHaveLength(1);
  await until(async () => (await rail.payments.scan(cursor, (address) => address === DEPOSIT)).facts.length === 1);
  expect(Number((await rail.payments.scan(null, () => false)).cursor)).toBeGreaterThanOrEqual(Number(cursor));
  expect(await usdtOf(rail.payouts)).toBe(50_000_000_000n - 25_000_000n);
});
