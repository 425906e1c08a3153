import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { EVM_CHAINS, type EvmNetwork } from '@quydoi/rails/evm/chains';
import { createEvmRail, type EvmRailOptions } from '@quydoi/rails/evm/index';
import { depositAddresses, evmXpub } from '@quydoi/rails/evm/keys';
import type { PayoutRequest } from '@quydoi/rails/payout';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import { createPaymentReader } from '@quydoi/rails/testing/payment-reader';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FINAL_BLOCKS } from '../src/evm/facts.ts';
import { startSandbox } from '../src/sandbox.ts';
import { DEFAULT_MNEMONIC as mnemonic } from '../src/tron/options.ts';
import { payoutRequests } from '../testing/payout-requests.ts';
import { at, openStage, type Stage } from '../testing/stage.ts';

const CUSTOMER = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER_CUSTOMER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const NETWORKS = ['ethereum', 'bsc'] as const;

let stage: Stage;
beforeEach(async () => {
  // Blocks are made by the tests: none is due by time.
  stage = await openStage({ pace: { blockMs: 3_600_000 }, timeoutMs: 10_000 });
});
afterEach(() => stage.close());

function open(network: EvmNetwork, more: Partial<EvmRailOptions> = {}) {
  const rail = createEvmRail({ network, url: `${stage.sandbox.url}/${network}`, secret: { mnemonic }, timeoutMs: 10_000, ...more });
  const { payouts, sources, addresses, firstHand, sweeps, strayCoins } = rail;
  if (!payouts || !sources || !addresses || !sweeps || !strayCoins || firstHand?.by !== 'reference') throw new Error('a part is missing');
  return { payouts, addresses, firstHand, sweeps, strayCoins, payments: createPaymentReader(sources) };
}

const requests = payoutRequests({ currency: 'erc20', amount: 25_000_000n, destination: CUSTOMER });
const request = (network: EvmNetwork, more?: Partial<PayoutRequest>) => requests({ currency: EVM_CHAINS[network].token, ...more });

/** Blocks on top of one that make it irreversible: four in the sandbox, and what the chain asks for besides. */
const deepOf = (network: EvmNetwork) => Math.max(4, EVM_CHAINS[network].finality.depthMin);

/** A rail that asks for no more than that a block is finalized. */
const LITTLE = { confirmations: 2 };

/** Slots of live transfers, as the exchange stores them. */
const inUse = (...transfers: readonly SignedTransfer[]) => transfers.flatMap(({ slots }) => slots);

const mine = (network: EvmNetwork, blocks: number) => stage.sandbox.world.networks[network].chain.mine(blocks);

/** What the chain says of an attempt's transfers once the blocks that they are in are final. */
async function ended(network: EvmNetwork, ...transfers: SignedTransfer[]) {
  await mine(network, deepOf(network) + 1);
  return open(network).payouts.status(transfers);
}

async function balancesOf(network: EvmNetwork): Promise<unknown[]> {
  const balances = await open(network).payouts.balances(new Date());
  return [balances.get(CURRENCIES[EVM_CHAINS[network].token].reserve), balances.get(network === 'bsc' ? 'bnb' : 'eth')];
}

/** A connection to a node that tells nonces too high. */
function nonceRaisedBy(by: number): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const asked = [(await request.clone().json()) as RpcCall | RpcCall[]].flat();
    const response = await fetch(request);
    const answers = (await response.json()) as RpcAnswer | RpcAnswer[];
    const raised = [answers].flat().map((answer) => {
      const isNonce = asked.some(({ id, method }) => id === answer.id && method === 'eth_getTransactionCount');
      return isNonce ? { ...answer, result: `0x${(Number(answer.result) + by).toString(16)}` } : answer;
    });
    return Response.json(Array.isArray(answers) ? raised : raised[0]);
  };
}

type RpcCall = { readonly id: number; readonly method: string };
type RpcAnswer = { readonly id: number; readonly result?: string };

test.each(NETWORKS)('the coin at addresses of %s is told, also where no order is paid in it', async (network) => {
  const { payouts, strayCoins } = open(network);
  expect(await strayCoins.balances([CUSTOMER, payouts.address])).toEqual([0n, 10_000_000_000n]);
});

describe.each(NETWORKS)('payouts on %s', (network) => {
  test('arrive exactly, are confirmed by a final block, and cost the fee coin', async () => {
    const { payouts } = open(network);
    expect(await balancesOf(network)).toEqual([50_000_000_000n, 10_000_000_000n]);
    const transfer = await payouts.sign(request(network, { amount: 25_500_001n }), new Date(), []);
    expect(transfer).toMatchObject({ validUntil: null, slots: [{ wallet: payouts.address, resource: '0' }] });
    expect(await payouts.status([transfer])).toEqual({ state: 'pending' });
    await payouts.broadcast(transfer);
    const status = await ended(network, transfer);
    expect(status).toMatchObject({ state: 'paid', reference: transfer.txid });
    const fee = status.state === 'paid' ? status.fee : 0n;
    expect(fee).toBeGreaterThan(0n);
    expect(await stage.received(CUSTOMER)).toMatchObject([{ rail: network, amount: 25.500001, id: transfer.txid }]);
    const [tokens, coins] = await balancesOf(network);
    expect(tokens).toBe(50_000_000_000n - 25_500_001n);
    expect([10_000_000_000n - fee, 10_000_000_000n - fee - 1n]).toContain(coins);
  });

  test('signed at once take nonces one after the other, each arrives once, however often it is sent', async () => {
    const { payouts } = open(network);
    const transfers: SignedTransfer[] = [];
    for (let n = 0; n < 4; n += 1) {
      const inUse = transfers.flatMap(({ slots }) => slots);
      transfers.push(await payouts.sign(request(network), new Date(), inUse));
    }
    expect(transfers.map(({ slots }) => slots[0]?.resource)).toEqual(['0', '1', '2', '3']);
    expect(new Set(transfers.map(({ txid }) => txid)).size).toBe(4);
    // The last first: they wait for the nonces before them.
    for (const transfer of transfers.toReversed()) {
      await payouts.broadcast(transfer);
      await payouts.broadcast(transfer);
    }
    for (const transfer of transfers) expect(await ended(network, transfer)).toMatchObject({ state: 'paid', reference: transfer.txid });
    for (const transfer of transfers) await payouts.broadcast(transfer);
    expect((await stage.received(CUSTOMER)).map(({ id }) => id).toSorted()).toEqual(transfers.map(({ txid }) => txid).toSorted());
  });

  test('sweeps: a deposit address is sent the coin for its fee, then sends its tokens but for one unit, once', async () => {
    // A few blocks are enough here.
    const { addresses, sweeps, payouts } = open(network, { confirmations: 3 });
    const settle = async (transfer: SignedTransfer) => {
      await payouts.broadcast(transfer);
      await mine(network, 5);
      return payouts.status([transfer]);
    };
    const { token } = EVM_CHAINS[network];
    await stage.post('/transfer', { rail: network, to: addresses.derive(3), amount: 40 });
    await mine(network, 5);
    expect(await sweeps.balance(token, 3)).toBe(40_000_000n);
    const missing = await sweeps.feeMissing(token, 3, 39_999_999n);
    expect(missing).toBeGreaterThan(0n);
    await expect(sweeps.signSweep(token, 3, 39_999_999n, new Date(), [])).rejects.toMatchObject({ trouble: 'short' });
    const fund = await sweeps.signFund(3, missing, new Date(), []);
    expect(await settle(fund)).toMatchObject({ state: 'paid', reference: fund.txid });
    expect(await sweeps.feeMissing(token, 3, 39_999_999n)).toBe(0n);
    await expect(sweeps.signSweep(token, 3, 40_000_000n, new Date(), [])).rejects.toMatchObject({ trouble: 'refused' });
    const sweep = await sweeps.signSweep(token, 3, 39_999_999n, new Date(), []);
    expect(await settle(sweep)).toMatchObject({ state: 'paid', reference: sweep.txid });
    expect(await sweeps.balance(token, 3)).toBe(1n);
    expect((await payouts.balances(new Date())).get(CURRENCIES[token].reserve)).toBe(50_039_999_999n);
  });

  test('more than there is, is not signed; nor is anything to the token or to ourselves', async () => {
    const { payouts } = open(network);
    const sign = (more: Partial<PayoutRequest>) => payouts.sign(request(network, more), new Date(), []);
    await expect(sign({ amount: 50_000_000_001n })).rejects.toMatchObject({ outcome: 'not-done', trouble: 'short' });
    const { contract } = CURRENCIES[EVM_CHAINS[network].token];
    for (const destination of [contract, payouts.address, `${CUSTOMER}00`]) {
      await expect(sign({ destination })).rejects.toMatchObject({ outcome: 'not-done', trouble: 'refused' });
    }
  });

  test('in a nonce that another transaction has consumed are superseded, which is no proof yet', async () => {
    const { payouts } = open(network);
    const [lost, taken] = [await payouts.sign(request(network), new Date(), []), await payouts.sign(request(network), new Date(), [])];
    await payouts.broadcast(taken);
    expect(await ended(network, taken)).toMatchObject({ state: 'paid' });
    expect(await payouts.status([lost])).toEqual({ state: 'superseded' });
    expect(await payouts.status([lost, taken])).toMatchObject({ state: 'paid', reference: taken.txid });
    const next = await payouts.sign(request(network), new Date(), []);
    expect(next.slots).toEqual([{ wallet: payouts.address, resource: '1' }]);
  });

  test('in a nonce that a node told too high wait, arrive once the nonces that no transfer has are filled', async () => {
    const high = open(network, { fetch: nonceRaisedBy(2) });
    const { payouts, sweeps, addresses } = open(network);
    const payout = await high.payouts.sign(request(network), new Date(), []);
    expect(payout.slots).toEqual([{ wallet: payouts.address, resource: '2' }]);
    await payouts.broadcast(payout);
    expect(await ended(network, payout)).toEqual({ state: 'pending' });
    expect(await stage.received(CUSTOMER)).toEqual([]);
    const live: SignedTransfer[] = [payout];
    const inUse = () => live.flatMap(({ slots }) => slots);
    for (const missing of [2, 1]) {
      expect(await sweeps.noncesMissing?.(inUse())).toBe(missing);
      const fill = await sweeps.signFund(3, 1n, new Date(), inUse());
      await payouts.broadcast(fill);
      live.push(fill);
    }
    expect(live.flatMap(({ slots }) => slots.map(({ resource }) => resource))).toEqual(['2', '0', '1']);
    expect(await sweeps.noncesMissing?.(inUse())).toBe(0);
    for (const transfer of live) expect(await ended(network, transfer)).toMatchObject({ state: 'paid', reference: transfer.txid });
    expect((await stage.received(CUSTOMER)).map(({ id }) => id)).toEqual([payout.txid]);
    expect(await open(network).strayCoins.balances([addresses.derive(3)])).toEqual([2n]);
    const next = await payouts.sign(request(network), new Date(), []);
    expect(next.slots).toEqual([{ wallet: payouts.address, resource: '3' }]);
  });

  test.each(['lose-next-tx', 'pool-emptied'])('%s: accepted and gone, sent again, arrives once', async (kind) => {
    const { payouts } = open(network);
    await stage.fault(network, kind);
    const transfer = await payouts.sign(request(network), new Date(), []);
    await payouts.broadcast(transfer);
    expect(await ended(network, transfer)).toEqual({ state: 'pending' });
    await payouts.broadcast(transfer);
    expect(await ended(network, transfer)).toMatchObject({ state: 'paid' });
    expect(await stage.received(CUSTOMER)).toHaveLength(1);
  });

  test('broadcast-dropped: taken, and the outcome is unknown', async () => {
    const { payouts } = open(network);
    const transfer = await payouts.sign(request(network), new Date(), []);
    await stage.fault(network, 'broadcast-dropped');
    await expect(payouts.broadcast(transfer)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await ended(network, transfer)).toMatchObject({ state: 'paid' });
    expect(await stage.received(CUSTOMER)).toHaveLength(1);
  });

  test('fee-rises: stuck, replaced in its nonce at a higher price, arrives once', async () => {
    const { payouts } = open(network);
    const asked = request(network);
    const stuck = await payouts.sign(asked, new Date(), []);
    expect(await payouts.replace(asked, [stuck], new Date())).toBeNull();
    await stage.fault(network, 'fee-rises');
    await payouts.broadcast(stuck);
    const all: SignedTransfer[] = [stuck];
    await mine(network, 1);
    const replacement = await payouts.replace(asked, all, new Date());
    if (replacement) all.push(replacement);
    expect(replacement?.slots).toEqual(stuck.slots);
    expect(replacement?.txid).not.toBe(stuck.txid);
    await payouts.broadcast(replacement ?? stuck);
    // Below what a block takes by now: the node keeps nothing of it.
    await expect(payouts.broadcast(stuck)).rejects.toMatchObject({ trouble: 'busy', outcome: 'unknown' });
    const status = await ended(network, ...all);
    expect(status).toMatchObject({ state: 'paid' });
    const received = await stage.received(CUSTOMER);
    expect(received.map(({ id }) => id)).toEqual([status.state === 'paid' ? status.reference : '']);
  });

  test('reorganised: paid only when the block that it is in at last is final', async () => {
    const { payouts } = open(network);
    const transfer = await payouts.sign(request(network), new Date(), []);
    await payouts.broadcast(transfer);
    await mine(network, 3);
    expect(await payouts.status([transfer])).toEqual({ state: 'pending' });
    expect(await stage.received(CUSTOMER)).toHaveLength(1);
    await stage.sandbox.world.networks[network].chain.reorganise(3);
    expect(await stage.received(CUSTOMER)).toEqual([]);
    await mine(network, 4);
    expect(await payouts.status([transfer])).toEqual({ state: 'pending' });
    expect(await ended(network, transfer)).toMatchObject({ state: 'paid' });
    expect(await stage.received(CUSTOMER)).toHaveLength(1);
  });

  test('reorganised deeper than is final, once fees have risen: what was final is in blocks still', async () => {
    const { payouts } = open(network, LITTLE);
    const { chain } = stage.sandbox.world.networks[network];
    const transfer = await payouts.sign(request(network), new Date(), []);
    await payouts.broadcast(transfer);
    await mine(network, FINAL_BLOCKS);
    await stage.fault(network, 'fee-rises');
    const next = await payouts.sign(request(network), new Date(), inUse(transfer));
    await payouts.broadcast(next);
    await mine(network, 1);
    expect(await payouts.status([transfer])).toMatchObject({ state: 'paid' });
    await chain.reorganise(FINAL_BLOCKS + 2, 'full');
    expect((await stage.received(CUSTOMER)).map(({ id }) => id)).toEqual([transfer.txid]);
  });

  test('reorganised deeper than is final: what waited for a lost one before it is in blocks still', async () => {
    const { payouts } = open(network, LITTLE);
    await stage.fault(network, 'lose-next-tx');
    const lost = await payouts.sign(request(network), new Date(), []);
    await payouts.broadcast(lost);
    const next = await payouts.sign(request(network), new Date(), inUse(lost));
    await payouts.broadcast(next);
    await mine(network, 1);
    await payouts.broadcast(lost);
    await mine(network, FINAL_BLOCKS + 1);
    expect(await payouts.status([next])).toMatchObject({ state: 'paid' });
    await stage.sandbox.world.networks[network].chain.reorganise(FINAL_BLOCKS + 2, 'full');
    expect((await stage.received(CUSTOMER)).map(({ id }) => id).toSorted()).toEqual([lost.txid, next.txid].toSorted());
  });

  test('reorganised deeper than is final: a sweep is in blocks still, with the fund that pays its fee', async () => {
    const { addresses, sweeps, payouts } = open(network, LITTLE);
    const { token } = EVM_CHAINS[network];
    await stage.post('/transfer', { rail: network, to: addresses.derive(3), amount: 40 });
    await mine(network, 5);
    const missing = await sweeps.feeMissing(token, 3, 39_999_999n);
    const fund = await sweeps.signFund(3, missing, new Date(), []);
    await payouts.broadcast(fund);
    await mine(network, 1);
    const sweep = await sweeps.signSweep(token, 3, 39_999_999n, new Date(), []);
    await payouts.broadcast(sweep);
    await mine(network, FINAL_BLOCKS + 1);
    expect(await payouts.status([sweep])).toMatchObject({ state: 'paid' });
    await stage.sandbox.world.networks[network].chain.reorganise(FINAL_BLOCKS + 2, 'full');
    expect(await sweeps.balanceAt?.(token, payouts.address)).toBe(50_039_999_999n);
  });

  test('gas-dear and fee-coin-gone: nothing is signed', async () => {
    const { payouts } = open(network, { gasGweiMax: 20 });
    const sign = () => payouts.sign(request(network), new Date(), []);
    await stage.fault(network, 'gas-dear', 2);
    await expect(sign()).rejects.toMatchObject({ outcome: 'not-done', trouble: 'dear' });
    const dear = await payouts.feeCoin(new Date());
    expect(dear.perTransfer).toBeGreaterThan(dear.perTransferMax ?? 0n);
    await stage.fault(network, 'fee-coin-gone', 2);
    await expect(sign()).rejects.toMatchObject({ outcome: 'not-done', trouble: 'short' });
    expect(await payouts.feeCoin(new Date())).toMatchObject({ balance: 0n });
    expect(await payouts.feeCoin(new Date())).toMatchObject({ balance: 10_000_000_000n });
  });

  test.each([
    ['overloaded', 'busy'],
    ['rate-limited', 'busy'],
    ['unreachable', 'unreachable'],
    ['underpriced', 'busy'],
    ['unauthorized-page', 'busy'],
  ])('%s: told of, nothing is taken', async (kind, trouble) => {
    const { payouts } = open(network);
    const transfer = await payouts.sign(request(network), new Date(), []);
    await stage.fault(network, kind);
    await expect(payouts.broadcast(transfer)).rejects.toMatchObject({ trouble });
    expect(await stage.received(CUSTOMER)).toEqual([]);
    await stage.fault(network, 'wrong-chain');
    await expect(payouts.feeCoin(new Date())).rejects.toMatchObject({ trouble: 'malformed', outcome: 'not-done' });
  });
});

describe.each(NETWORKS)('deposits on %s', (network) => {
  const chain = EVM_CHAINS[network];
  const ours = depositAddresses(chain, evmXpub(chain, { mnemonic })).derive(7);
  const isOurs = (address: string) => address === ours;
  const DEEP = deepOf(network);
  const unit = CURRENCIES[chain.token].reserve;
  const pay = async (amount: string) =>
    at((await stage.post('/transfer', { rail: network, to: ours, amount, from: OTHER_CUSTOMER })).json.paid ?? [], 0);

  /** Reads irreversible blocks to the end. */
  async function scanned(cursor: string | null, more: Partial<EvmRailOptions> = {}): Promise<PaymentFact[]> {
    const { payments } = open(network, more);
    const facts: PaymentFact[] = [];
    for (let page = { cursor, more: true }; page.more; ) {
      const next = await payments.scan(page.cursor, isOurs);
      facts.push(...next.facts);
      page = next;
    }
    return facts;
  }

  const startCursor = async () => (await open(network).payments.scan(null, isOurs)).cursor;

  test('are seen in the newest blocks, confirmed by final ones under the same reference, and told by the node', async () => {
    const { payments, firstHand, addresses } = open(network);
    expect(addresses.derive(7)).toBe(ours);
    const cursor = await startCursor();
    const { cursor: head } = await payments.scanHead(null, isOurs);
    const { id } = await pay('12.345678');
    const fact = { network, account: ours, payer: OTHER_CUSTOMER, unit, amount: 12_345_678n, reference: `${id}:0`, sourceId: `${id}:0` };
    await mine(network, 1);
    expect((await payments.scanHead(head, isOurs)).facts).toMatchObject([{ ...fact, confirmed: false, source: `${network}-head` }]);
    await mine(network, DEEP - 1);
    expect(await scanned(cursor)).toEqual([]);
    expect(await firstHand.find(`${id}:0`, new Date())).toEqual([]);
    await mine(network, 1);
    expect(await scanned(cursor)).toMatchObject([{ ...fact, confirmed: true, source: `${network}-block` }]);
    expect(await firstHand.find(`${id}:0`, new Date())).toMatchObject([{ ...fact, confirmed: true }]);
    expect(await firstHand.find(`0x${'f'.repeat(64)}:0`, new Date())).toEqual([]);
    expect(await firstHand.find('none', new Date())).toEqual([]);
  });

  test('reorganised: counted once, under the same reference', async () => {
    const cursor = await startCursor();
    await stage.fault(network, 'reorganised', 2);
    const [one, other] = [await pay('5'), await pay('6')];
    await mine(network, 1);
    await mine(network, DEEP + 4);
    const facts = await scanned(cursor);
    expect(facts.map(({ reference, amount }) => [reference, amount])).toEqual([
      [`${one.id}:0`, 5_000_000n],
      [`${other.id}:0`, 6_000_000n],
    ]);
    expect(await stage.hits(network, 'reorganised')).toBe(2);
  });

  test.each(['empty', 'full'] as const)(
    'reorganised deeper than is final (%s branch): counted once, and none that came instead is missed',
    async (branch) => {
      const { chain } = stage.sandbox.world.networks[network];
      const cursor = await startCursor();
      const { id } = await pay('5');
      await mine(network, FINAL_BLOCKS + 1);
      const before = await scanned(cursor, LITTLE);
      expect(before.map(({ reference }) => reference)).toEqual([`${id}:0`]);
      const { cursor: read } = await open(network, LITTLE).payments.scan(cursor, isOurs);
      const other = await pay('6');
      await mine(network, 1);
      await chain.reorganise(FINAL_BLOCKS + 2, branch);
      await mine(network, FINAL_BLOCKS + 1);
      const after = await scanned(read, LITTLE);
      expect(new Set([...before, ...after].map(({ reference }) => reference))).toEqual(new Set([`${id}:0`, `${other.id}:0`]));
      expect((await stage.received(ours)).map(({ amount }) => amount).toSorted()).toEqual([5, 6]);
    },
  );

  test('deposit-fee-raised: seen in a block, the same money comes once, in another transaction', async () => {
    const { payments } = open(network);
    const cursor = await startCursor();
    const { cursor: head } = await payments.scanHead(null, isOurs);
    await stage.fault(network, 'deposit-fee-raised');
    const { id } = await pay('9');
    await mine(network, 2);
    expect((await payments.scanHead(head, isOurs)).facts).toMatchObject([{ reference: `${id}:0` }]);
    await mine(network, DEEP + 4);
    const facts = await scanned(cursor);
    expect(facts).toMatchObject([{ amount: 9_000_000n }]);
    expect(facts.map(({ reference }) => reference)).not.toContain(`${id}:0`);
    expect((await stage.received(ours)).map(({ id: own }) => `${own}:0`)).toEqual(facts.map(({ reference }) => reference));
  });

  test.each(['fake-token', 'fake-decimals'] as const)('%s: told as another asset, and no payment', async (way) => {
    const { payments } = open(network);
    const cursor = await startCursor();
    expect((await stage.post('/transfer', { rail: network, to: ours, amount: '9', from: OTHER_CUSTOMER, way })).json.paid).toEqual([]);
    await mine(network, DEEP + 1);
    const page = await payments.scan(cursor, isOurs);
    expect(page.facts).toEqual([]);
    const decimals = (way === 'fake-token') === (network === 'ethereum') ? 6 : 18;
    expect(page.otherAssets).toMatchObject([{ account: ours, amount: 9n * 10n ** BigInt(decimals) }]);
    expect(await stage.received(ours)).toEqual([]);
  });

  test.each(['fake-token', 'fake-decimals'] as const)('%s: what waits for a block takes no real money', async (way) => {
    await startCursor();
    const told = { rail: network, to: ours, amount: '4000000', from: OTHER_CUSTOMER };
    for (let times = 0; times < 3; times += 1) await stage.post('/transfer', { ...told, way });
    expect(await stage.post('/transfer', { ...told, amount: '9' })).toMatchObject({ status: 200 });
  });

  test('reorganised: a customer whose opening balance was in the dropped blocks still has it', async () => {
    const { chain } = stage.sandbox.world.networks[network];
    await startCursor();
    // More than anybody has: the wallet is opened, and nothing is sent from it.
    expect(await chain.pay(OTHER_CUSTOMER.toLowerCase(), ours.toLowerCase(), 10n ** 40n)).toBeNull();
    await mine(network, 1);
    await chain.reorganise(2);
    expect(await chain.pay(OTHER_CUSTOMER.toLowerCase(), ours.toLowerCase(), 1n)).toMatch(/^0x/);
  });

  test('deposit-vanishes: seen in a block, never confirmed', async () => {
    const { payments, firstHand } = open(network);
    const cursor = await startCursor();
    const { cursor: head } = await payments.scanHead(null, isOurs);
    await stage.fault(network, 'deposit-vanishes');
    const { id } = await pay('9');
    await mine(network, 2);
    expect((await payments.scanHead(head, isOurs)).facts).toMatchObject([{ reference: `${id}:0` }]);
    const after = await pay('10');
    await mine(network, DEEP + 4);
    expect((await scanned(cursor)).map(({ reference }) => reference)).toEqual([`${after.id}:0`]);
    expect(await firstHand.find(`${id}:0`, new Date())).toEqual([]);
    expect((await stage.received(ours)).map(({ amount }) => amount)).toEqual([10]);
  });

  test('too-many-logs and logs-missing: asked for again in halves and block by block, nothing is skipped', async () => {
    const cursor = await startCursor();
    await stage.fault(network, 'logs-missing', 2);
    await stage.fault(network, 'too-many-logs', 2);
    const { id } = await pay('3');
    await mine(network, DEEP + 1);
    expect((await scanned(cursor)).map(({ reference }) => reference)).toEqual([`${id}:0`]);
    expect(await stage.hits(network, 'logs-missing')).toBeGreaterThan(0);
    expect(await stage.hits(network, 'too-many-logs')).toBeGreaterThan(0);
  });

  test('finality-stalls: seen, and confirmed once blocks are final again', async () => {
    const { firstHand } = open(network);
    const cursor = await startCursor();
    await stage.fault(network, 'finality-stalls');
    await open(network).payouts.balances(new Date());
    const { id } = await pay('4');
    await mine(network, 8);
    expect(await stage.received(ours)).toHaveLength(1);
    expect([await scanned(cursor), await firstHand.find(`${id}:0`, new Date())]).toEqual([[], []]);
    await mine(network, DEEP);
    expect((await scanned(cursor)).map(({ reference }) => reference)).toEqual([`${id}:0`]);
  });

  test('several by internal calls of one transaction are several; dust is none', async () => {
    const cursor = await startCursor();
    const units = 10n ** BigInt(CURRENCIES[chain.token].chainDecimals);
    const txid = await stage.sandbox.world.networks[network].chain.payFromBatchWallet([
      { to: ours, amount: units },
      { to: OTHER_CUSTOMER, amount: units },
      { to: ours, amount: 0n },
      { to: ours, amount: 2n * units },
    ]);
    await mine(network, DEEP + 1);
    const facts = await scanned(cursor);
    expect(facts.map(({ reference, amount }) => [reference, amount])).toEqual([
      [`${txid}:0`, 1_000_000n],
      [`${txid}:3`, 2_000_000n],
    ]);
    expect(await open(network).firstHand.find(`${txid}:3`, new Date())).toHaveLength(3);
  });

  test('wrong-chain: nothing is read', async () => {
    const { payments } = open(network);
    const cursor = await startCursor();
    await stage.fault(network, 'wrong-chain');
    await expect(payments.scan(cursor, isOurs)).rejects.toMatchObject({
      trouble: 'malformed',
      message: expect.stringMatching(/of chain \d+, not \d+/),
    });
  });
});

test('a chain goes on after the sandbox was killed: the same blocks, transactions and nonces', async () => {
  const { payouts } = open('ethereum');
  const transfer = await payouts.sign(request('ethereum'), new Date(), []);
  await payouts.broadcast(transfer);
  expect(await ended('ethereum', transfer)).toMatchObject({ state: 'paid' });
  const { chain } = stage.sandbox.world.networks.ethereum;
  await chain.reorganise(2);
  const find = { method: 'eth_getTransactionReceipt', params: [transfer.txid] };
  const [before] = await chain.ask([find]);
  // The first one is not closed: what was answered is in the books already.
  const again = await startSandbox(stage.options, 0);
  try {
    const [after] = await again.world.networks.ethereum.chain.ask([find]);
    const blockOf = (answer: typeof before) => (answer && 'result' in answer ? (answer.result as { blockNumber: string }).blockNumber : null);
    expect(blockOf(before)).toMatch(/^0x/);
    expect(blockOf(after)).toBe(blockOf(before));
    const next = await open('ethereum', { url: `${again.url}/ethereum` }).payouts.sign(request('ethereum'), new Date(), []);
    expect(next.slots).toEqual([{ wallet: payouts.address, resource: '1' }]);
  } finally {
    await again.close();
  }
});

test('the contracts were compiled from the source beside them', () => {
  const folder = new URL('../src/evm/contracts/', import.meta.url);
  const source = readFileSync(new URL('tokens.sol', folder));
  const { sourceSha256 } = JSON.parse(readFileSync(new URL('tokens.json', folder), 'utf8')) as { sourceSha256: string };
  expect(createHash('sha256').update(source).digest('hex')).toBe(sourceSha256);
});
