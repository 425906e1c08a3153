import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { EVM_CHAINS } from '@quydoi/rails/evm/chains';
import { createEvmRail, type EvmRailOptions } from '@quydoi/rails/evm/index';
import { depositAddresses, evmXpub } from '@quydoi/rails/evm/keys';
import type { PayoutRequest } from '@quydoi/rails/payout';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FINAL_BLOCKS, FORWARDER } from '../src/evm/facts.ts';
import { DEFAULT_MNEMONIC as mnemonic } from '../src/tron/options.ts';
import { payoutRequests } from '../testing/payout-requests.ts';
import { at, openStage, type Stage } from '../testing/stage.ts';

const CUSTOMER = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER_CUSTOMER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const ETHER = 10n ** 18n;
const WEI_PER_UNIT = 10n ** 10n;
/** Blocks on top of one that make it irreversible: four in the sandbox, and what the chain asks for besides. */
const DEEP = Math.max(FINAL_BLOCKS, EVM_CHAINS.ethereum.finality.depthMin);
/** Contracts that are sent an address and coins: pays and takes it back; calls another one, whose address follows; only runs the address's code. */
const PAYS_AND_FAILS = '0x5f5f5f5f345f355af15f5ffd';
const CALLS = '0x60205f5f375f5f60205f3473';
const DELEGATES = '0x5f5f5f5f5f355af400';
const ours = depositAddresses(EVM_CHAINS.ethereum, evmXpub(EVM_CHAINS.ethereum, { mnemonic })).derive(7);

let stage: Stage;
beforeEach(async () => {
  // Blocks are made by the tests: none is due by time.
  stage = await openStage({ pace: { blockMs: 3_600_000 }, timeoutMs: 10_000 });
});
afterEach(() => stage.close());

const chain = () => stage.sandbox.world.networks.ethereum.chain;
const mine = (blocks: number) => chain().mine(blocks);

function open(more: Partial<EvmRailOptions> = {}) {
  const rail = createEvmRail({ network: 'ethereum', url: `${stage.sandbox.url}/ethereum`, secret: { mnemonic }, timeoutMs: 10_000, ...more });
  const { payouts, sources, firstHand, sweeps } = rail;
  if (!payouts || !sources || !sweeps || firstHand?.by !== 'reference') throw new Error('a part is missing');
  return { payouts, sweeps, blocks: sources[0], head: sources[1], firstHand };
}

const request = payoutRequests({ currency: 'eth', amount: 5_000_000n, destination: CUSTOMER });

async function ended(...transfers: SignedTransfer[]) {
  await mine(DEEP + 1);
  return open().payouts.status(transfers);
}

const hotCoins = async () => (await open().payouts.balances(new Date())).get('eth') ?? 0n;
const feeOf = (status: { state: string; fee?: bigint }) => status.fee ?? 0n;

describe('payouts of ETH', () => {
  test('arrive exactly, in the nonces of the tokens’, and cost the fee that the chain charged', async () => {
    const { payouts } = open();
    const before = await hotCoins();
    const first = await payouts.sign(request({ amount: 1_234_567n }), new Date(), []);
    const second = await payouts.sign(request({ currency: 'erc20', amount: 25_000_000n }), new Date(), first.slots);
    expect([...first.slots, ...second.slots].map(({ resource }) => resource)).toEqual(['0', '1']);
    await payouts.broadcast(second);
    await payouts.broadcast(first);
    await payouts.broadcast(first);
    const [paid, tokens] = [await ended(first), await open().payouts.status([second])];
    expect([paid, tokens]).toMatchObject([{ state: 'paid', reference: first.txid }, { state: 'paid' }]);
    const received = (await stage.received(CUSTOMER)).toSorted((a, b) => a.amount - b.amount);
    expect(received).toMatchObject([
      { currency: 'eth', amount: 0.01234567, id: first.txid },
      { currency: 'erc20', amount: 25 },
    ]);
    const spent = before - (await hotCoins());
    expect(spent - 1_234_567n - feeOf(paid) - feeOf(tokens)).toBeLessThanOrEqual(1n);
  });

  test('to a contract take the gas that it needs; one that takes too much, or refuses, is not paid', async () => {
    const { payouts } = open();
    // Forwards to the zero address what comes without data.
    const transfer = await payouts.sign(request({ destination: FORWARDER }), new Date(), []);
    await payouts.broadcast(transfer);
    expect(await ended(transfer)).toMatchObject({ state: 'paid' });
    await chain().setCode(CUSTOMER, '0x5f5ffd');
    await expect(payouts.sign(request(), new Date(), [])).rejects.toMatchObject({ trouble: 'refused', outcome: 'not-done' });
    // Refuses only what has a price of gas, as everything has that is sent.
    await chain().setCode(CUSTOMER, '0x3a156008575f5ffd5b00');
    await expect(payouts.sign(request(), new Date(), [])).rejects.toMatchObject({ trouble: 'refused', outcome: 'not-done' });
    // Ends with an instruction that does not exist; never ends.
    for (const code of ['0xfe', '0x5b5f56']) {
      await chain().setCode(CUSTOMER, code);
      await expect(payouts.sign(request(), new Date(), [])).rejects.toMatchObject({ trouble: 'refused', outcome: 'not-done' });
    }
    // Writes to five empty slots of its storage.
    await chain().setCode(CUSTOMER, '0x6001600155600160025560016003556001600455600160055500');
    await expect(payouts.sign(request(), new Date(), [])).rejects.toMatchObject({ trouble: 'refused', outcome: 'not-done' });
  });

  test('that a contract takes back when they are included have failed, and cost the fee', async () => {
    const { payouts } = open();
    const transfer = await payouts.sign(request(), new Date(), []);
    await chain().setCode(CUSTOMER, '0x5f5ffd');
    await payouts.broadcast(transfer);
    const status = await ended(transfer);
    expect(status).toMatchObject({ state: 'failed' });
    expect(feeOf(status)).toBeGreaterThan(0n);
  });

  test('of more than there is, to the token or to ourselves are not signed; nor at a price above the maximum', async () => {
    const { payouts } = open();
    const sign = (more: Partial<PayoutRequest>) => payouts.sign(request(more), new Date(), []);
    await expect(sign({ amount: 100_00000000n })).rejects.toMatchObject({ outcome: 'not-done', trouble: 'short' });
    for (const destination of ['0xdAC17F958D2ee523a2206206994597C13D831ec7', payouts.address, `${CUSTOMER}00`]) {
      await expect(sign({ destination })).rejects.toMatchObject({ outcome: 'not-done', trouble: 'refused' });
    }
    await stage.fault('ethereum', 'gas-dear');
    await expect(sign({})).rejects.toMatchObject({ outcome: 'not-done', trouble: 'dear' });
  });

  test('fee-rises: stuck, replaced in its nonce at a higher price, arrives once, within what is held for the fee', async () => {
    const { payouts } = open();
    const asked = request();
    const stuck = await payouts.sign(asked, new Date(), []);
    await stage.fault('ethereum', 'fee-rises');
    await payouts.broadcast(stuck);
    await mine(1);
    const all = [stuck];
    const replacement = await payouts.replace(asked, all, new Date());
    if (replacement) all.push(replacement);
    expect(replacement?.slots).toEqual(stuck.slots);
    await payouts.broadcast(replacement ?? stuck);
    const status = await ended(...all);
    expect(status).toMatchObject({ state: 'paid' });
    expect(feeOf(status)).toBeLessThanOrEqual(200_000n);
    expect(await stage.received(CUSTOMER)).toHaveLength(1);
    await expect(payouts.replace({ ...asked, amount: 1n }, [stuck], new Date())).rejects.toMatchObject({ trouble: 'malformed' });
  });
});

describe('deposits of ETH', () => {
  const pay = async (amount: string) =>
    at((await stage.post('/transfer', { rail: 'ethereum', currency: 'eth', to: ours, amount, from: OTHER_CUSTOMER })).json.paid ?? [], 0);

  /** Reads irreversible blocks to the end. */
  async function scanned(cursor: string | null, watched: readonly string[] = [ours], source = open().blocks): Promise<readonly PaymentFact[]> {
    const facts: PaymentFact[] = [];
    for (let page = { cursor, more: true }; page.more; ) {
      const next = await source.read(page.cursor, new Date(), watched);
      facts.push(...next.facts.filter(({ account }) => account === ours));
      expect(next.unreadable ?? []).toEqual([]);
      page = next;
    }
    return facts;
  }

  const startCursor = async () => (await open().blocks.read(null, new Date())).cursor;

  test('are seen in the newest blocks, confirmed by final ones under the same reference, and told by the node', async () => {
    const { head, firstHand } = open();
    const cursor = await startCursor();
    const { cursor: newest } = await head.read(null, new Date());
    const { id } = await pay('0.12345678');
    const fact = { network: 'ethereum', account: ours, payer: OTHER_CUSTOMER, unit: 'eth', amount: 12_345_678n, reference: `${id}:coin` };
    await mine(1);
    const { facts } = await head.read(newest, new Date(), []);
    expect(facts.filter(({ account }) => account === ours)).toMatchObject([{ ...fact, confirmed: false, exactAmount: '0.12345678' }]);
    await mine(DEEP - 1);
    expect([await scanned(cursor), await firstHand.find(`${id}:coin`, new Date())]).toEqual([[], []]);
    await mine(1);
    expect(await scanned(cursor)).toMatchObject([{ ...fact, confirmed: true }]);
    expect(await firstHand.find(`${id}:coin`, new Date())).toMatchObject([{ ...fact, confirmed: true }]);
    for (const other of [`0x${'f'.repeat(64)}:coin`, `${id}:0`, `block:999999:${ours.toLowerCase()}`]) {
      expect(await firstHand.find(other, new Date())).toEqual([]);
    }
  });

  test('in fractions of our smallest unit are credited rounded down, with the exact amount beside; dust is none', async () => {
    const cursor = await startCursor();
    await chain().payCoins(OTHER_CUSTOMER.toLowerCase(), ours.toLowerCase(), 10n ** 16n + WEI_PER_UNIT - 1n);
    for (let n = 0; n < 3; n += 1) await chain().payCoins(OTHER_CUSTOMER.toLowerCase(), ours.toLowerCase(), 999n * WEI_PER_UNIT);
    await mine(DEEP + 1);
    expect(await scanned(cursor)).toMatchObject([{ amount: 1_000_000n, exactAmount: '0.010000009999999999' }]);
  });

  test.each(['call', 'self-destruct'] as const)('by a contract’s %s are told by the balance, once, whatever reads them', async (how) => {
    const { firstHand } = open();
    const cursor = await startCursor();
    await mine(3);
    await chain().payCoinsByContract(how, ours.toLowerCase(), ETHER / 2n);
    const { id } = await pay('0.25');
    await mine(1);
    await chain().payCoinsByContract(how, ours.toLowerCase(), ETHER);
    await mine(DEEP + 6);
    const facts = await scanned(cursor);
    expect(facts.map(({ amount }) => amount).toSorted()).toEqual([100_000_000n, 25_000_000n, 50_000_000n]);
    const internal = facts.filter(({ reference }) => reference.startsWith('block:'));
    expect(internal.map(({ reference }) => reference)).toEqual([
      expect.stringContaining(ours.toLowerCase()),
      expect.stringContaining(ours.toLowerCase()),
    ]);
    expect(internal.every(({ payer }) => payer !== null)).toBe(true);
    // Block by block, and by a node that traces nothing, they are the same payments.
    const untraced: typeof fetch = async (url, init) => {
      const body = String(await new Response(init?.body as ReadableStream).text()).replaceAll('trace_filter', 'trace_blank');
      return fetch(url, { ...init, body });
    };
    const again = await scanned(String(Number(cursor?.split(':')[0]) + 2), [ours], open({ fetch: untraced }).blocks);
    const withoutPayer = (all: readonly PaymentFact[]) => all.map((fact) => (fact.reference === `${id}:coin` ? fact : { ...fact, payer: null }));
    expect(withoutPayer(again)).toEqual(withoutPayer(facts));
    for (const fact of facts) expect(await firstHand.find(fact.reference, new Date())).toEqual([fact]);
    // Balances of unwatched addresses are not compared.
    expect((await scanned(cursor, [])).map(({ reference }) => reference)).toEqual([`${id}:coin`]);
  });

  test('by contracts are told by traces as by balances, once the node has dropped their state', async () => {
    const cursor = await startCursor();
    const account = ours.toLowerCase();
    const forward = async (code: string, wei: bigint) => {
      await chain().setCode(FORWARDER, code);
      await chain().payCoinsByContract('call', account, wei);
      await mine(1);
    };
    await mine(3);
    await chain().payCoinsByContract('call', account, ETHER / 2n);
    await pay('0.25');
    await chain().payCoinsByContract('self-destruct', account, ETHER);
    await mine(1);
    await chain().payCoinsByContract('self-destruct', account, ETHER / 4n);
    await mine(25);
    await chain().payCoinsByContract('call', account, ETHER / 8n + 7n);
    await mine(1);
    // Dust, of which two are no payment together either.
    for (let n = 0; n < 2; n += 1) await chain().payCoinsByContract('call', account, 499n * WEI_PER_UNIT);
    await mine(1);
    await chain().setCode(OTHER_CUSTOMER, PAYS_AND_FAILS);
    await forward(PAYS_AND_FAILS, ETHER);
    await forward(`${CALLS}${OTHER_CUSTOMER.slice(2).toLowerCase()}5af100`, ETHER);
    await forward(`${CALLS}${OTHER_CUSTOMER.slice(2).toLowerCase()}5af1505f5f5f5f3460011c5f355af100`, ETHER / 16n);
    await forward(DELEGATES, ETHER);
    await mine(DEEP + 1);
    const withoutPayer = (all: readonly PaymentFact[]) =>
      all.map((fact) => ({ ...fact, payer: fact.reference.endsWith(':coin') ? fact.payer : null }));
    const byBalances = await scanned(cursor);
    expect(byBalances.map(({ amount }) => amount).toSorted((a, b) => Number(a - b))).toEqual([
      3_125_000n,
      12_500_000n,
      25_000_000n,
      25_000_000n,
      150_000_000n,
    ]);
    await mine(70);
    const [answer] = await chain().ask([{ method: 'eth_getBalance', params: [account, `0x${Number(cursor?.split(':')[0]).toString(16)}`] }]);
    expect(answer).toHaveProperty('error');
    const byTraces = await scanned(cursor);
    expect(withoutPayer(byTraces)).toEqual(withoutPayer(byBalances));
    // Two payers of one block are none.
    expect(byTraces.filter(({ payer }) => payer === null).map(({ amount }) => amount)).toEqual([150_000_000n]);
    for (const fact of byTraces) expect(await open().firstHand.find(fact.reference, new Date())).toEqual([fact]);
    expect(await open().firstHand.find(`block:${Number(cursor?.split(':')[0]) + 2}:${account}`, new Date())).toEqual([]);
  });

  test('that a reorganisation moves are one, those that it drops are none', async () => {
    const { firstHand, head } = open();
    const cursor = await startCursor();
    const { cursor: newest } = await head.read(null, new Date());
    const kept = await pay('0.5');
    await stage.fault('ethereum', 'deposit-vanishes');
    const gone = await pay('0.75');
    await chain().payCoinsByContract('call', ours.toLowerCase(), ETHER);
    await mine(1);
    const seen = (await head.read(newest, new Date(), [])).facts.filter(({ account }) => account === ours);
    expect(seen.map(({ reference }) => reference)).toEqual([`${kept.id}:coin`, `${gone.id}:coin`]);
    await mine(1);
    await chain().reorganise(2);
    await mine(2 * DEEP + 4);
    const facts = await scanned(cursor);
    expect(facts.map(({ amount }) => amount).toSorted()).toEqual([100_000_000n, 50_000_000n]);
    expect(facts.map(({ reference }) => reference)).toContain(`${kept.id}:coin`);
    expect(await firstHand.find(`${gone.id}:coin`, new Date())).toEqual([]);
  });

  test('are none of what our hot wallet sends for gas, which the address may spend beside a customer’s', async () => {
    const { payouts, sweeps, firstHand } = open();
    const cursor = await startCursor();
    const fund = await sweeps.signFund(7, 50_000n, new Date(), []);
    await payouts.broadcast(fund);
    expect(await ended(fund)).toMatchObject({ state: 'paid' });
    // The exchange knows the transaction as its own; the signer knows its wallet.
    expect((await scanned(cursor)).map(({ reference }) => reference)).toEqual([`${fund.txid}:coin`]);
    expect(await firstHand.find(`${fund.txid}:coin`, new Date())).toEqual([]);
  });
});

describe('sweeps of ETH', () => {
  async function deposit(index: number, amount: string) {
    const to = depositAddresses(EVM_CHAINS.ethereum, evmXpub(EVM_CHAINS.ethereum, { mnemonic })).derive(index);
    await stage.post('/transfer', { rail: 'ethereum', currency: 'eth', to, amount });
    await mine(DEEP + 1);
    return to.toLowerCase();
  }
  const coinsAt = async (address: string) => {
    const [answer] = await chain().ask([{ method: 'eth_getBalance', params: [address, 'latest'] }]);
    return BigInt(answer && 'result' in answer ? String(answer.result) : 0);
  };

  test('move a deposit to the hot wallet, pay their fee out of it, and leave nothing', async () => {
    const { sweeps, payouts } = open();
    const address = await deposit(3, '0.4');
    expect(await sweeps.balance('eth', 3)).toBe(40_000_000n);
    expect(await sweeps.feeMissing('eth', 3, 40_000_000n)).toBe(0n);
    await expect(sweeps.signSweep('eth', 3, 40_000_001n, new Date(), [])).rejects.toMatchObject({ trouble: 'refused' });
    const before = await hotCoins();
    const sweep = await sweeps.signSweep('eth', 3, 40_000_000n, new Date(), []);
    await payouts.broadcast(sweep);
    const status = await ended(sweep);
    expect(status).toMatchObject({ state: 'paid', reference: sweep.txid });
    expect(await coinsAt(address)).toBe(0n);
    const arrived = (await hotCoins()) - before;
    expect([40_000_000n - feeOf(status), 40_000_000n - feeOf(status) - 1n]).toContain(arrived);
  });

  test('of less than twenty times their gas wait', async () => {
    const { sweeps } = open();
    await deposit(3, '0.0003');
    await expect(sweeps.signSweep('eth', 3, 30_000n, new Date(), [])).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
  });

  test('of tokens spend no more of the address’s ETH than was sent there for gas', async () => {
    const { sweeps } = open();
    const address = await deposit(3, '0.4');
    await stage.post('/transfer', { rail: 'ethereum', to: address, amount: 40 });
    await mine(DEEP + 1);
    expect(await sweeps.feeMissing('erc20', 3, 39_000_000n)).toBe(0n);
    const missing = await sweeps.feeMissing('erc20', 3, 39_000_000n, 0n);
    expect(missing).toBeGreaterThan(0n);
    await expect(sweeps.signSweep('erc20', 3, 39_000_000n, new Date(), [], missing / 2n)).rejects.toMatchObject({ trouble: 'short' });
    expect(await sweeps.signSweep('erc20', 3, 39_000_000n, new Date(), [], missing)).toMatchObject({ slots: [{ resource: '0' }] });
  });
});
