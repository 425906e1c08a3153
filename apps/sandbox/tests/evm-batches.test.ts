import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { EVM_CHAINS, type EvmNetwork } from '@quydoi/rails/evm/chains';
import { createEvmRail, type EvmRailOptions } from '@quydoi/rails/evm/index';
import { DEPLOYER, readSweepAll, sweepAllData, sweeperOf } from '@quydoi/rails/evm/sweeper';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_MNEMONIC as mnemonic } from '../src/tron/options.ts';
import { openStage, type Stage } from '../testing/stage.ts';

const STRANGER = '0x52908400098527886E0F7030069857D2E4169EE7';
const NETWORKS = ['ethereum', 'bsc'] as const;
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
/** A deposit, in dollars and in minor units but for the one that stays. */
const PAID = 40;
const SWEPT = 39_999_999n;
/** A payout to somebody. */
const PAYOUT = { amount: 5_000_000n, destination: STRANGER, destinationBank: null, memo: '' };
/** Blocks that make a transfer irreversible here. */
const DEEP = 5;

/** Gas and prices of a stranger's transaction. */
const OFFER = { gas: '0xf4240', maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x3b9aca00' };

let stage: Stage;
beforeEach(async () => {
  // Blocks are made by the tests: none is due by time.
  stage = await openStage({ pace: { blockMs: 3_600_000 }, timeoutMs: 10_000 });
});
afterEach(() => stage.close());

function open(network: EvmNetwork, more: Partial<EvmRailOptions> = {}) {
  const url = `${stage.sandbox.url}/${network}`;
  const { payouts, addresses, sweeps } = createEvmRail({ network, url, confirmations: 3, secret: { mnemonic }, timeoutMs: 10_000, ...more });
  if (!payouts || !addresses || !sweeps?.batches) throw new Error('a part is missing');
  return { payouts, addresses, sweeps, batches: sweeps.batches };
}

const chainOf = (network: EvmNetwork) => stage.sandbox.world.networks[network].chain;

/** Asks the node. */
async function ask(network: EvmNetwork, method: string, ...params: unknown[]): Promise<unknown> {
  const [answer] = await chainOf(network).ask([{ method, params }]);
  if (!answer || 'error' in answer) throw new Error(answer?.error.message);
  return answer.result;
}

const codeOf = (network: EvmNetwork, address: string) => ask(network, 'eth_getCode', address, 'latest');

async function pay(network: EvmNetwork, indexes: readonly number[], amount = PAID): Promise<void> {
  for (const index of indexes) await stage.post('/transfer', { rail: network, to: open(network).addresses.derive(index), amount });
  await chainOf(network).mine(DEEP);
}

const toHex = (wei: bigint) => `0x${wei.toString(16)}`;

/** Slots of live transfers, as the exchange stores them. */
const inUse = (...transfers: readonly SignedTransfer[]) => transfers.flatMap(({ slots, raw }) => slots.map((slot) => ({ ...slot, raws: [raw] })));

const swept = (indexes: readonly number[], amount = SWEPT) => indexes.map((index) => ({ index, amount }));

async function settle(network: EvmNetwork, transfer: SignedTransfer) {
  const { payouts } = open(network);
  await payouts.broadcast(transfer);
  await chainOf(network).mine(DEEP);
  return payouts.status([transfer]);
}

/** Signs a batch, and has it mined. */
async function sweepBatch(network: EvmNetwork, indexes: readonly number[]): Promise<SignedTransfer> {
  const transfer = await open(network).batches.sign(swept(indexes), new Date(), []);
  await settle(network, transfer);
  return transfer;
}

/** Sends a transaction of any address, which the node signs, and mines it. @returns whether it succeeded */
async function sendAs(network: EvmNetwork, from: string, to: string, data: string, more: object = {}): Promise<boolean> {
  await ask(network, 'anvil_setBalance', from, '0xde0b6b3a7640000');
  const txid = await ask(network, 'eth_sendTransaction', { from, to, data, ...OFFER, ...more });
  await chainOf(network).mine(1);
  const receipt = (await ask(network, 'eth_getTransactionReceipt', txid)) as { status: string };
  return receipt.status === '0x1';
}

async function gasOf(network: EvmNetwork, txid: string): Promise<number> {
  const { gasUsed } = (await ask(network, 'eth_getTransactionReceipt', txid)) as { gasUsed: string };
  return Number(gasUsed);
}

describe.each(NETWORKS)('batches on %s', (network) => {
  const { token, chainId, gasGweiMax } = EVM_CHAINS[network];
  /** Highest price of gas, in wei. */
  const PRICE_MAX = BigInt(gasGweiMax) * 10n ** 9n;
  const contract = CURRENCIES[token].contract;
  const units = 10n ** BigInt(CURRENCIES[token].chainDecimals - CURRENCIES[token].scale);

  test('eight addresses are swept by one transaction, but for one unit each; later without authorizations', async () => {
    const { payouts, addresses, sweeps, batches } = open(network);
    expect(await batches.isAvailable()).toBe(true);
    await pay(network, EIGHT);
    expect(await batches.select(swept(EIGHT))).toEqual(swept(EIGHT));
    const first = await batches.sign(swept(EIGHT), new Date(), []);
    expect(first).toMatchObject({ raw: expect.stringMatching(/^0x04/), validUntil: null, slots: [{ wallet: payouts.address, resource: '0' }] });
    const accounts = EIGHT.map((index) => addresses.derive(index));
    const status = await settle(network, first);
    expect(status).toMatchObject({ state: 'paid', reference: first.txid, sweptFrom: accounts });
    expect(status.state === 'paid' && status.fee).toBeGreaterThan(0n);
    for (const index of EIGHT) expect(await sweeps.balance(token, index)).toBe(1n);
    expect((await payouts.balances(new Date())).get(CURRENCIES[token].reserve)).toBe(50_000_000_000n + 8n * SWEPT);
    await pay(network, EIGHT);
    const later = await batches.sign(swept(EIGHT, 40_000_000n), new Date(), []);
    expect(later.raw).toMatch(/^0x02/);
    expect(await settle(network, later)).toMatchObject({ state: 'paid', sweptFrom: accounts });
    for (const index of EIGHT) expect(await sweeps.balance(token, index)).toBe(1n);
    console.info(`gas of eight on ${network}: ${await gasOf(network, first.txid)}, later ${await gasOf(network, later.txid)}`);
  });

  test('each address authorizes this chain alone, at its own nonce', async () => {
    await pay(network, [0, 1]);
    const { txid } = await sweepBatch(network, [0, 1]);
    const told = (await ask(network, 'eth_getTransactionByHash', txid)) as {
      authorizationList: { chainId: string; nonce: string; address: string }[];
    };
    const { address } = sweeperOf(open(network).payouts.address);
    const authorization = { chainId: `0x${chainId.toString(16)}`, nonce: '0x0', address: address.toLowerCase() };
    expect(told.authorizationList).toMatchObject([authorization, authorization]);
  });

  test('one that the token refuses meanwhile keeps none of the others, and is told', async () => {
    const { addresses, batches } = open(network);
    await pay(network, [0, 1, 2]);
    const transfer = await batches.sign(swept([0, 1, 2]), new Date(), []);
    const balanceData = { to: contract, data: `0x70a08231${addresses.derive(1).slice(2).toLowerCase().padStart(64, '0')}` };
    const held = BigInt(String(await ask(network, 'eth_call', balanceData, 'latest')));
    // It has less than the batch is to move by then.
    expect(await sendAs(network, addresses.derive(1), contract, transferData(STRANGER, held - 5n * units))).toBe(true);
    expect(await settle(network, transfer)).toMatchObject({ state: 'paid', sweptFrom: [addresses.derive(0), addresses.derive(2)] });
    expect(await batches.select(swept([0, 1, 2], 2n))).toEqual(swept([1], 2n));
  });

  test('none is signed that the wallet cannot pay for once what is on its way is mined; payouts behind it would never be', async () => {
    const { payouts, sweeps, batches } = open(network);
    await pay(network, EIGHT);
    await ask(network, 'anvil_setBalance', payouts.address, toHex(PRICE_MAX * 1_100_000n));
    const first = await payouts.sign({ ...PAYOUT, key: 'a', currency: token }, new Date(), []);
    const second = await payouts.sign({ ...PAYOUT, key: 'b', currency: token }, new Date(), inUse(first));
    for (const transfer of [first, second]) await payouts.broadcast(transfer);
    // One may be replaced up to our highest price: together they leave less than a batch of eight may cost, or a fund of as much.
    await expect(batches.sign(swept(EIGHT), new Date(), inUse(first, second))).rejects.toMatchObject({ trouble: 'short', outcome: 'not-done' });
    const most = (PRICE_MAX * 1_000_000n) / 10n ** 10n;
    await expect(sweeps.signFund(0, most, new Date(), inUse(first, second))).rejects.toMatchObject({ trouble: 'short' });
    // A nonce before them is filled whatever they take.
    expect((await sweeps.signFund(0, most, new Date(), inUse(second))).slots).toMatchObject([{ resource: '0' }]);
    await chainOf(network).mine(1);
    // They are mined: what they took is known, also while they are not final.
    expect(await settle(network, await batches.sign(swept(EIGHT), new Date(), inUse(first, second)))).toMatchObject({
      state: 'paid',
      sweptFrom: { length: 8 },
    });
    const third = await payouts.sign({ ...PAYOUT, key: 'c', currency: token }, new Date(), []);
    expect(await settle(network, third)).toMatchObject({ state: 'paid' });
  });

  test('a stranger moves nothing: neither by the sweeper, nor at an address that delegates to it', async () => {
    const { addresses, payouts } = open(network);
    await pay(network, [0]);
    await sweepBatch(network, [0]);
    await pay(network, [0]);
    const { address } = sweeperOf(payouts.address);
    const account = addresses.derive(0);
    expect(await codeOf(network, account)).toBe(`0xef0100${address.slice(2).toLowerCase()}`);
    const all = sweepAllData(contract, [{ account, amount: units }]);
    const one = `0x6ea056a9${contract.slice(2).toLowerCase().padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
    for (const [to, data] of [
      [address, all],
      [account, all],
      [account, one],
      [address, one],
      [account, transferData(STRANGER, units)],
    ] as const) {
      expect(await sendAs(network, STRANGER, to, data)).toBe(false);
    }
    // The treasury itself reaches an address by the sweeper only.
    expect(await sendAs(network, payouts.address, account, one)).toBe(false);
    expect(await stage.received(STRANGER)).toEqual([]);
    expect(await open(network).sweeps.balance(token, 0)).toBe(40_000_001n);
  });

  test('a delegating address is still funded and swept alone, and takes coins', async () => {
    const { sweeps } = open(network);
    await pay(network, [0]);
    await sweepBatch(network, [0]);
    await pay(network, [0]);
    const missing = await sweeps.feeMissing(token, 0, SWEPT);
    expect(await settle(network, await sweeps.signFund(0, missing, new Date(), []))).toMatchObject({ state: 'paid' });
    const sweep = await sweeps.signSweep(token, 0, SWEPT, new Date(), []);
    expect(await settle(network, sweep)).toMatchObject({ state: 'paid' });
    // Its authorization consumed the first nonce.
    expect(sweep.slots).toMatchObject([{ resource: '1' }]);
  });

  test('reorganised: counts when the block that it is in at last is final, and moves the tokens once', async () => {
    const { payouts, batches, sweeps } = open(network);
    await pay(network, [0, 1]);
    const transfer = await batches.sign(swept([0, 1]), new Date(), []);
    await payouts.broadcast(transfer);
    await chainOf(network).mine(2);
    await chainOf(network).reorganise(2);
    expect(await payouts.status([transfer])).toEqual({ state: 'pending' });
    expect(await settle(network, transfer)).toMatchObject({ state: 'paid', sweptFrom: { length: 2 } });
    expect(await sweeps.balance(token, 0)).toBe(1n);
    expect((await payouts.balances(new Date())).get(CURRENCIES[token].reserve)).toBe(50_000_000_000n + 2n * SWEPT);
  });

  test('without the sweeper’s code nothing is authorized', async () => {
    const { batches, payouts } = open(network);
    await pay(network, [0]);
    await chainOf(network).setCode(sweeperOf(payouts.address).address, sweeperOf(STRANGER).code);
    expect(await batches.isAvailable()).toBe(false);
    await expect(batches.sign(swept([0]), new Date(), [])).rejects.toMatchObject({ trouble: 'malformed', outcome: 'not-done' });
  });

  test('an address that runs other code is swept by no batch', async () => {
    const { batches, addresses } = open(network);
    await pay(network, [0, 1]);
    await chainOf(network).setCode(addresses.derive(1), `0xef0100${STRANGER.slice(2).toLowerCase()}`);
    expect(await batches.select(swept([0, 1]))).toEqual(swept([0]));
    await expect(batches.sign(swept([0, 1]), new Date(), [])).rejects.toMatchObject({ trouble: 'refused' });
  });

  test('nobody but the deployment decides what code is at its address', async () => {
    const { address, code, deployment } = sweeperOf(STRANGER);
    expect(await codeOf(network, address)).toBe('0x');
    expect(await sendAs(network, STRANGER, DEPLOYER, deployment)).toBe(true);
    expect(await codeOf(network, address)).toBe(code);
  });

  test('gas: a batch of eight against a fund and a sweep', async () => {
    const { sweeps } = open(network);
    await pay(network, [0]);
    const fund = await sweeps.signFund(0, await sweeps.feeMissing(token, 0, SWEPT), new Date(), []);
    await settle(network, fund);
    const sweep = await sweeps.signSweep(token, 0, SWEPT, new Date(), []);
    await settle(network, sweep);
    const alone = (await gasOf(network, fund.txid)) + (await gasOf(network, sweep.txid));
    await pay(network, [1, 2, 3, 4, 5, 6, 7, 8]);
    const batch = await open(network).batches.sign(swept([1, 2, 3, 4, 5, 6, 7, 8]), new Date(), []);
    await settle(network, batch);
    const together = (await gasOf(network, batch.txid)) / 8;
    console.info(`gas of one on ${network}: ${alone} alone, ${together} of eight`);
    expect(together).toBeLessThan(alone);
  });
});

test('ETH that a delegating address does not get for lack of gas is no payment; what it gets, is', async () => {
  const { sources, firstHand } = createEvmRail({ network: 'ethereum', url: `${stage.sandbox.url}/ethereum`, confirmations: 3, timeoutMs: 10_000 });
  const [blocks] = sources ?? [];
  if (!blocks?.withoutFailed || firstHand?.by !== 'reference') throw new Error('a part is missing');
  const account = open('ethereum').addresses.derive(0);
  await pay('ethereum', [0]);
  await sweepBatch('ethereum', [0]);
  const { cursor } = await blocks.read(null, new Date());
  const value = '0x2386f26fc10000';
  expect(await sendAs('ethereum', STRANGER, account, '0x', { value, gas: '0x5208' })).toBe(false);
  expect(await sendAs('ethereum', STRANGER, account, '0x', { value })).toBe(true);
  await chainOf('ethereum').mine(DEEP);
  const { facts, unreadable } = await blocks.read(cursor, new Date(), [account]);
  expect({ payments: facts.length, unreadable }).toEqual({ payments: 2, unreadable: undefined });
  const [failed, paid] = facts;
  expect(await blocks.withoutFailed(facts)).toEqual([paid]);
  expect(await firstHand.find(failed?.reference ?? '', new Date())).toEqual([]);
});

test('a token that calls back while it is swept reaches nothing', async () => {
  const { payouts, addresses } = open('ethereum');
  await pay('ethereum', [0]);
  await sweepBatch('ethereum', [0]);
  await pay('ethereum', [0]);
  const { contract } = CURRENCIES.erc20;
  const account = addresses.derive(0);
  const { address } = sweeperOf(payouts.address);
  // It answers each call by one of `sweep(USDT, 1000000)` at the address, and fails if that does.
  const call = `6ea056a9${contract.slice(2).toLowerCase().padStart(64, '0')}${1_000_000n.toString(16).padStart(64, '0')}`;
  const [first, second, third] = [call.slice(0, 64), call.slice(64, 128), call.slice(128).padEnd(64, '0')];
  const code = `0x7f${first}5f527f${second}6020527f${third}6040525f5f60445f5f73${account.slice(2)}5af115600a600a015700`;
  const token = `0x${'bad0'.repeat(10)}`;
  await chainOf('ethereum').setCode(token, code);
  await sendAs('ethereum', payouts.address, address, sweepAllData(token, [{ account, amount: 1n }]));
  expect(await open('ethereum').sweeps.balance('erc20', 0)).toBe(40_000_001n);
});

test('calls of the sweeper are read as they were written', () => {
  const deposits = [{ account: STRANGER.toLowerCase(), amount: 7n }];
  const token = CURRENCIES.erc20.contract.toLowerCase();
  expect(readSweepAll(sweepAllData(token, deposits))).toEqual({ token, deposits });
  expect(readSweepAll(transferData(STRANGER, 7n))).toBeNull();
});

test('the sweeper was compiled from the source beside it', () => {
  const folder = new URL('../../../packages/rails/src/evm/contracts/', import.meta.url);
  const { sourceSha256 } = JSON.parse(readFileSync(new URL('sweeper.json', folder), 'utf8')) as { sourceSha256: string };
  expect(
    createHash('sha256')
      .update(readFileSync(new URL('sweeper.sol', folder)))
      .digest('hex'),
  ).toBe(sourceSha256);
});

/** Data of a call of `transfer`. */
function transferData(to: string, amount: bigint): string {
  return `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
}
