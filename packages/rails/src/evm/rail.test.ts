import { CURRENCIES } from '@quydoi/domain/currencies';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  FINAL_CURSOR,
  hashOf,
  header,
  KEY,
  NOW,
  openEvmRail as open,
  type Params,
  quantity,
  refused,
  seed,
} from '../../testing/evm-nodes.ts';
import type { PayoutRequest } from '../payout.ts';
import { EVM_CHAINS } from './chains.ts';
import { createEvmRail } from './index.ts';
import { depositAddresses, evmKeys, evmXpub } from './keys.ts';
import { bloomMayHold } from './logs-bloom.ts';

const mnemonic = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const CUSTOMER = '0x52908400098527886E0F7030069857D2E4169EE7';
const TOKEN = CURRENCIES.erc20.contract.toLowerCase();
const TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const request = (more: Partial<PayoutRequest> = {}): PayoutRequest => ({
  key: 'attempt-1',
  currency: 'erc20',
  amount: 25_000_000n,
  destination: CUSTOMER,
  destinationBank: null,
  memo: '',
  ...more,
});

describe('addresses', () => {
  test('are those of other wallets (BIP 44, coin 60), the same from the public key, other ones on each chain', () => {
    const { ethereum, bsc } = EVM_CHAINS;
    expect(depositAddresses(ethereum, evmXpub(ethereum, { mnemonic })).derive(0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    const all = [ethereum, bsc].flatMap((chain) => {
      const { hotWallet, deposit } = evmKeys(chain, { seed });
      const derived = depositAddresses(chain, evmXpub(chain, { seed }));
      expect(derived.derive(3)).toBe(deposit?.(3).address);
      return [hotWallet.address, derived.derive(0), derived.derive(3)];
    });
    expect(new Set(all).size).toBe(6);
  });
});

describe('signing', () => {
  test('takes the first nonce that is neither consumed nor in use, and makes other bytes for every key', async () => {
    const { payouts } = open();
    const wallet = payouts.address;
    const inUse = [5, 6, 8].map((nonce) => ({ wallet, resource: String(nonce) }));
    const one = await payouts.sign(request(), NOW, inUse);
    expect(one.slots).toEqual([{ wallet, resource: '7' }]);
    const others = [await payouts.sign(request(), NOW, inUse), await payouts.sign(request({ key: 'attempt-2' }), NOW, inUse)];
    expect(others.map(({ txid }) => txid === one.txid)).toEqual([true, false]);
  });

  test.each([
    ['too high by the first node', 9, 5, [], '5'],
    ['too high by the first node, while others are on their way', 9, 5, [5, 6], '7'],
    ['too low by the first node, which is behind', 3, 5, [], '5'],
    ['too low by both nodes', 3, 4, [], '4'],
    ['too high by both nodes, because the wallet was used elsewhere', 9, 9, [], '9'],
    ['as our own transfers say, whatever the second node tells', 5, 3, [], '5'],
    ['behind transfers that are mined and not settled yet', 7, 0, [5, 6], '7'],
  ])('takes a nonce that was told %s', async (_, first, second, live, taken) => {
    const node = (nonce: number) => ({ eth_getTransactionCount: quantity(nonce) });
    const { payouts, sweeps } = open(node(first), node(second));
    const wallet = payouts.address;
    const inUse = [{ wallet, resource: '4', isConsumed: true }, ...live.map((nonce) => ({ wallet, resource: String(nonce) }))];
    expect((await payouts.sign(request(), NOW, inUse)).slots).toEqual([{ wallet, resource: taken }]);
    expect((await payouts.sign(request({ currency: 'eth' }), NOW, inUse)).slots).toEqual([{ wallet, resource: taken }]);
    expect((await sweeps.signFund(1, 1n, NOW, inUse)).slots).toEqual([{ wallet, resource: taken }]);
  });

  test('does not happen in a doubtful nonce while the second node is down', async () => {
    const { payouts } = open({ eth_getTransactionCount: quantity(9) }, 503);
    const inUse = [{ wallet: payouts.address, resource: '4', isConsumed: true }];
    await expect(payouts.sign(request(), NOW, inUse)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    expect((await payouts.sign(request(), NOW, [])).slots).toMatchObject([{ resource: '9' }]);
  });

  test.each([
    [[], 0],
    [[5, 6], 0],
    [[6], 1],
    [[5, 8, 9], 2],
  ])('tells how many nonces are missing below those of live transfers: %j, %d', async (live, missing) => {
    const { sweeps, payouts, asked } = open();
    const inUse = [
      { wallet: payouts.address, resource: '4', isConsumed: true },
      ...live.map((nonce) => ({ wallet: payouts.address, resource: String(nonce) })),
    ];
    expect(await sweeps.noncesMissing?.(inUse)).toBe(missing);
    expect(asked.length > 0).toBe(missing > 0);
  });

  test.each([
    ['short of tokens', { eth_estimateGas: refused(3, 'execution reverted') }, 'short'],
    ['short of coins', { eth_getBalance: '0x1' }, 'short'],
    ['dear', { eth_maxPriorityFeePerGas: quantity(10n ** 12n) }, 'dear'],
    ['a contract that takes a million of gas', { eth_estimateGas: quantity(1_000_000) }, 'dear'],
    ['of another chain', { eth_chainId: '0x38' }, 'malformed'],
    ['overloaded', { eth_getTransactionCount: refused(-32_000, 'overloaded') }, 'busy'],
    ['standing still', { eth_getBlockByNumber: () => header(1, { timestamp: '0x1' }) }, 'unreachable'],
  ])('does not happen by a node or wallet that is %s', async (_, answers, trouble) => {
    await expect(open(answers).payouts.sign(request(), NOW, [])).rejects.toMatchObject({ trouble, outcome: 'not-done' });
  });

  test.each([
    ['short of coins', { eth_getBalance: '0x1' }],
    ['short of tokens', { eth_estimateGas: refused(3, 'execution reverted') }],
    ['dear', { eth_maxPriorityFeePerGas: quantity(10n ** 12n) }],
  ])('is left to the second node where the first stands still, and calls the wallet or gas %s', async (_, answers) => {
    const still = { eth_getBlockByNumber: ([tag]: Params) => header(tag === 'latest' ? 900 : tag === 'finalized' ? 836 : Number(tag)), ...answers };
    for (const currency of ['eth', 'erc20'] as const) {
      expect((await open(still, {}).payouts.sign(request({ currency }), NOW, [])).slots).toMatchObject([{ resource: '5' }]);
      await expect(open(still).payouts.sign(request({ currency }), NOW, [])).rejects.toMatchObject({ trouble: 'unreachable' });
    }
  });

  test.each([
    'invalid opcode: INVALID',
    'invalid opcode: opcode 0xa7 not defined',
    'invalid jump destination',
    'EVM error: InvalidFEOpcode',
    'stack underflow (0 <=> 1)',
    'gas required exceeds allowance (50000000)',
    'Out of gas: gas required exceeds allowance: 30000000',
    'Cannot estimate gas, gas spent exceeded transaction and block gas limit',
  ])('of coins to a contract that ends with “%s” is refused, so that its order does not wait for ever', async (message) => {
    const failing = { eth_estimateGas: refused(-32_000, message) };
    const sign = (more: Record<string, Answer> = {}) =>
      open({ ...failing, ...more }).payouts.sign(request({ currency: 'eth', amount: 5_000_000n }), NOW, []);
    await expect(sign()).rejects.toMatchObject({ trouble: 'refused', outcome: 'not-done' });
    if (!/gas/.test(message)) return;
    // What the wallet can pay for is all that the node allowed.
    await expect(sign({ eth_getBalance: quantity(5n * 10n ** 16n + 10n ** 14n) })).rejects.toMatchObject({ trouble: 'short' });
  });

  test('of a payout whose own fee is held too low at the present price waits by itself: others are paid', async () => {
    const eth_getBlockByNumber = ([tag]: Params) => header(tag === 'latest' ? 1_000 : 936, { baseFeePerGas: quantity(96n * 10n ** 9n) });
    const { payouts } = open({ eth_getBlockByNumber }, undefined, undefined, { gasGweiMax: 100 });
    const dear = payouts.sign(request({ currency: 'eth', amount: 5_000_000n }), NOW, []);
    await expect(dear).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done', message: expect.stringContaining('97.00 gwei') });
    expect(await payouts.sign(request(), NOW, [])).toMatchObject({ slots: [{ resource: '5' }] });
  });

  test.each([
    [47_000, null],
    [52_000, 'refused'],
  ])('of a payout to a contract that takes %d gas takes no nonce that it could not leave at the highest price: %s', async (gas, trouble) => {
    const sign = open({ eth_estimateGas: quantity(gas) }).payouts.sign(request({ currency: 'eth', amount: 5_000_000n }), NOW, []);
    if (trouble === null) expect(await sign).toMatchObject({ slots: [{ resource: '5' }] });
    else await expect(sign).rejects.toMatchObject({ trouble, outcome: 'not-done' });
  });

  test('and balances of sweeps are left to the second node where the first stands still', async () => {
    const word = (amount: number) => `0x${amount.toString(16).padStart(64, '0')}`;
    const stillAt = ([tag]: Params) => header(tag === 'latest' ? 900 : tag === 'finalized' ? 836 : Number(tag));
    const still = { eth_getBlockByNumber: stillAt, eth_call: word(0), eth_estimateGas: refused(3, 'execution reverted'), eth_getBalance: '0x0' };
    const { sweeps } = open(still, { eth_call: word(40_000_000) });
    expect(await sweeps.balance('erc20', 3, NOW)).toBe(40_000_000n);
    expect(await sweeps.balanceAt?.('erc20', CUSTOMER, NOW)).toBe(40_000_000n);
    expect(await sweeps.feeMissing('erc20', 3, 39_999_999n, undefined, NOW)).toBe(0n);
    expect(await sweeps.signSweep('erc20', 3, 39_999_999n, NOW, [])).toMatchObject({ slots: [{ resource: '5' }] });
    expect(await sweeps.signFund(3, 1n, NOW, [])).toMatchObject({ slots: [{ resource: '5' }] });
    await expect(open(still).sweeps.balance('erc20', 3, NOW)).rejects.toMatchObject({ trouble: 'unreachable' });
  });

  test('of a sweep that would cost too much of its deposit waits by itself', async () => {
    const deposit = 1_000_000n;
    const gwei = (price: bigint) => ({
      eth_getBlockByNumber: ([tag]: Params) => header(tag === 'latest' ? 1_000 : 936, { baseFeePerGas: quantity(price * 10n ** 9n) }),
      eth_getBalance: quantity(deposit * 10n ** 10n),
    });
    expect(await open(gwei(5n)).sweeps.signSweep('eth', 1, deposit, NOW, [])).toMatchObject({ slots: [{ resource: '5' }] });
    const failure = { trouble: 'busy', outcome: 'not-done' };
    await expect(open(gwei(20n)).sweeps.signSweep('eth', 1, deposit, NOW, [])).rejects.toMatchObject(failure);
  });

  test.each([
    ['5c975abb', 'the token is paused'],
    ['0e136b19', 'the token contract is deprecated'],
    ['59bf1abe', 'the token has blacklisted our wallet'],
    ['dd644f72', 'the token keeps a fee of each transfer'],
  ])('is suspended when the contract answers %s with yes', async (selector, reason) => {
    const answers = {
      eth_estimateGas: refused(3, 'execution reverted'),
      eth_call: ([{ data }]: readonly [{ data: string }]) => `0x${(data.startsWith(`0x${selector}`) ? '1' : '0').padStart(64, '0')}`,
    };
    const { payouts } = open(answers as Record<string, Answer>);
    expect(await payouts.suspension(NOW)).toBe(reason);
    await expect(payouts.sign(request(), NOW, [])).rejects.toMatchObject({ trouble: 'suspended', message: reason });
    expect(await open().payouts.suspension(NOW)).toBeNull();
  });

  test('of a sweep is no suspension while the token has blacklisted the deposit address alone', async () => {
    const yesTo = (selector: string): Record<string, Answer> => ({
      eth_estimateGas: refused(3, 'execution reverted'),
      eth_call: ([{ data }]: Params & readonly [{ data: string }]) => `0x${(data.startsWith(`0x${selector}`) ? '1' : '0').padStart(64, '0')}`,
    });
    const failure = { trouble: 'refused', outcome: 'not-done', message: 'the token has blacklisted the deposit address' };
    await expect(open(yesTo('59bf1abe')).sweeps.feeMissing('erc20', 3, 1n)).rejects.toMatchObject(failure);
    await expect(open(yesTo('5c975abb')).sweeps.feeMissing('erc20', 3, 1n)).rejects.toMatchObject({ trouble: 'suspended' });
  });

  test('of any kind by a node that answers 401 in JSON is trouble that passes', async () => {
    await expect(open(401).payouts.suspension(NOW)).rejects.toMatchObject({ trouble: 'busy', message: expect.stringContaining('answered 401') });
    await expect(open(401, 401).blocks.read('930', NOW)).rejects.toMatchObject({ trouble: 'busy' });
    expect(await open(401, {}).blocks.read('930', NOW)).toMatchObject({ cursor: FINAL_CURSOR });
  });

  test('no failure tells the key of the provider, which is in the address', async () => {
    const failures = [open({}, 500), open({ eth_chainId: 'nonsense' })].map(({ payouts }) =>
      payouts.balances(NOW).catch((error: Error) => error.message),
    );
    const dead = createEvmRail({ network: 'ethereum', url: `http://127.0.0.1:9/v3/${KEY}`, secret: { seed }, timeoutMs: 500 });
    const messages = [...(await Promise.all(failures)), await dead.payouts?.balances(NOW).catch((error: Error) => error.message)];
    expect(messages.at(-1)).toMatch(/eth_chainId/);
    expect(messages.join()).not.toContain(KEY);
  });
});

describe('the status of a transfer', () => {
  const receiptOf = (txid: string, wallet: string, more: object = {}) => ({
    transactionHash: txid,
    blockHash: hashOf(930),
    blockNumber: quantity(930),
    status: '0x1',
    gasUsed: quantity(50_000),
    effectiveGasPrice: quantity(2_000_000_000),
    logs: [
      {
        address: TOKEN,
        topics: [TOPIC, ...[wallet, CUSTOMER].map((address) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`)],
        data: `0x${(25_000_000).toString(16).padStart(64, '0')}`,
        blockNumber: quantity(930),
        blockHash: hashOf(930),
        transactionHash: txid,
        logIndex: '0x7',
      },
    ],
    ...more,
  });

  async function statusWith(more: object | null, nonce = 6) {
    const { payouts } = open();
    const transfer = await payouts.sign(request(), NOW, []);
    const answers = {
      eth_getTransactionReceipt: more && receiptOf(transfer.txid, payouts.address, more),
      eth_getTransactionCount: quantity(nonce),
    };
    return { transfer, status: await open(answers).payouts.status([transfer]), answers };
  }

  test('is paid with its fee, once its block is final', async () => {
    const { status, transfer } = await statusWith({});
    expect(status).toEqual({ state: 'paid', reference: transfer.txid, fee: 10_000n, at: new Date(NOW.getTime() - 70 * 12_000) });
  });

  test.each([
    ['the block is not final yet', { blockNumber: quantity(940), blockHash: hashOf(940) }],
    ['the chain has another block in that place', { blockHash: hashOf(7) }],
  ])('is pending while %s, whatever the nonce says', async (_, more) => {
    expect((await statusWith(more)).status).toEqual({ state: 'pending' });
  });

  test('has failed when it was reverted, and cost its fee', async () => {
    expect((await statusWith({ status: '0x0', logs: [] })).status).toEqual({ state: 'failed', detail: 'reverted', fee: 10_000n });
  });

  test('is trouble when it succeeded without the transfer that was signed', async () => {
    await expect(statusWith({ logs: [] })).rejects.toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
  });

  test('tells what arrived when the token kept a fee', async () => {
    const { transfer } = await statusWith(null);
    const { payouts } = open();
    const receipt = receiptOf(transfer.txid, payouts.address);
    const [log] = receipt.logs;
    const taxed = { ...receipt, logs: [{ ...log, data: `0x${(24_000_000).toString(16).padStart(64, '0')}` }] };
    expect(await open({ eth_getTransactionReceipt: taxed }).payouts.status([transfer])).toMatchObject({ state: 'paid', arrived: 24_000_000n });
  });

  test('is superseded only when every node tells of the nonce as consumed, and of none of the transfers', async () => {
    const { status, transfer, answers } = await statusWith(null);
    expect(status).toEqual({ state: 'superseded' });
    expect((await statusWith(null, 5)).status).toEqual({ state: 'pending' });
    expect(await open(answers, { eth_getTransactionCount: quantity(5) }).payouts.status([transfer])).toEqual({ state: 'pending' });
    expect(await open(answers, answers).payouts.status([transfer])).toEqual({ state: 'superseded' });
    await expect(open(answers, 503).payouts.status([transfer])).rejects.toMatchObject({ trouble: 'busy' });
    const paid = { ...answers, eth_getTransactionReceipt: receiptOf(transfer.txid, open().payouts.address) };
    expect(await open(answers, paid).payouts.status([transfer])).toMatchObject({ state: 'paid' });
  });

  test('is paid by the word of one node, while another is down or stands still', async () => {
    const { transfer, answers } = await statusWith({});
    const stale = { eth_getTransactionCount: quantity(5) };
    expect(await open(stale, answers).payouts.status([transfer])).toMatchObject({ state: 'paid' });
    const good = open({ eth_getBlockByNumber: refused(-32_000, 'overloaded') }, answers);
    expect(await good.payouts.status([transfer])).toMatchObject({ state: 'paid' });
  });

  test('is known, but for superseded, where the node has dropped the irreversible state, as while finality stalls', async () => {
    const { transfer, answers } = await statusWith({});
    const dropped = { eth_getTransactionCount: refused(-32_000, 'missing trie node 5c97 (path ) state 0x5c97 is not available') };
    expect(await open({ ...answers, ...dropped }).payouts.status([transfer])).toMatchObject({ state: 'paid', reference: transfer.txid });
    expect(await open(dropped).payouts.status([transfer])).toEqual({ state: 'pending' });
    const consumed = { eth_getTransactionCount: quantity(6) };
    expect(await open(consumed, dropped).payouts.status([transfer])).toEqual({ state: 'pending' });
  });

  test('has failed, so that it is sent again, only when every node tells so', async () => {
    const { transfer, answers } = await statusWith({ status: '0x0', logs: [] });
    expect(await open(answers, answers).payouts.status([transfer])).toMatchObject({ state: 'failed' });
    expect(await open(answers, {}).payouts.status([transfer])).toEqual({ state: 'pending' });
    expect(await open({}, answers).payouts.status([transfer])).toEqual({ state: 'pending' });
    await expect(open(answers, 503).payouts.status([transfer])).rejects.toMatchObject({ trouble: 'busy' });
  });

  test('is none of bytes that are not what their id says', async () => {
    const { transfer } = await statusWith(null);
    const forged = { ...transfer, txid: `0x${'f'.repeat(64)}` };
    await expect(open().payouts.status([forged])).rejects.toMatchObject({ trouble: 'malformed' });
    await expect(open().payouts.broadcast(forged)).rejects.toMatchObject({ trouble: 'malformed' });
    await expect(open().payouts.replace(request({ amount: 1n }), [transfer], NOW)).rejects.toMatchObject({ trouble: 'malformed' });
  });
});

describe('a broadcast', () => {
  test.each([
    'already known',
    'ALREADY_EXISTS: already known',
    'AlreadyKnown',
    'INTERNAL_ERROR: existing tx with same hash',
    'Known transaction',
    'nonce too low: next nonce 9',
    'Transaction nonce is too low. Try incrementing the nonce.',
    'OldNonce, Current nonce: 9, nonce of rejected tx: 5',
    'replacement transaction underpriced',
    'INTERNAL_ERROR: could not replace existing tx',
    'ReplacementNotAllowed',
    'transaction underpriced, so it is either in pool2 or pool3',
  ])('that is answered “%s” is no trouble', async (message) => {
    const { payouts } = open();
    const transfer = await payouts.sign(request(), NOW, []);
    await open({ eth_sendRawTransaction: refused(-32_000, message) }).payouts.broadcast(transfer);
  });

  test.each([
    'transaction underpriced',
    'transaction underpriced: gas tip cap 1, minimum needed 1000000',
    'INTERNAL_ERROR: underpriced',
    'FeeTooLow, MaxFeePerGas too low',
    'max fee per gas less than block base fee',
    'unknown transaction type',
  ])('that is answered “%s” was not taken, and may be sent again', async (message) => {
    const { payouts } = open();
    const transfer = await payouts.sign(request(), NOW, []);
    const sent = open({ eth_sendRawTransaction: refused(-32_000, message) }).payouts.broadcast(transfer);
    await expect(sent).rejects.toMatchObject({ trouble: 'busy', outcome: 'unknown' });
  });

  test('goes to every node, and fails when none takes it', async () => {
    const { payouts } = open();
    const transfer = await payouts.sign(request(), NOW, []);
    const full = { eth_sendRawTransaction: refused(-32_000, 'txpool is full') };
    const one = open(full, {});
    await one.payouts.broadcast(transfer);
    expect(one.asked).toEqual(['first eth_sendRawTransaction', 'second eth_sendRawTransaction']);
    await expect(open(full, full).payouts.broadcast(transfer)).rejects.toMatchObject({ trouble: 'busy', outcome: 'unknown' });
  });
});

describe('reading blocks', () => {
  const bits = 'f'.repeat(512);

  test('reads up to the finalized block, and the time that it is read to is that of the last one read', async () => {
    const page = await open().blocks.read('930', NOW);
    expect(page).toMatchObject({ facts: [], cursor: FINAL_CURSOR, more: false, watermark: new Date(NOW.getTime() - 64 * 12_000) });
    expect((await open().blocks.read(null, NOW)).cursor).toBe(FINAL_CURSOR);
  });

  test.each([
    [
      'a block that is not the child of the one before',
      {
        eth_getBlockByNumber: ([tag]: Params) =>
          header(tag === 'latest' ? 1_000 : tag === 'finalized' ? 936 : Number(tag), { parentHash: hashOf(1) }),
      },
    ],
    [
      'a block that is missing',
      { eth_getBlockByNumber: ([tag]: Params) => (tag === 'latest' ? header(1_000) : tag === 'finalized' ? header(936) : null) },
    ],
    ['one block only, refused as too many logs', { eth_getLogs: refused(-32_005, 'query returned more than 10000 results') }],
    [
      'a log of another block',
      {
        eth_getLogs: [
          {
            address: TOKEN,
            topics: [TOPIC],
            data: '0x',
            blockNumber: quantity(935),
            blockHash: hashOf(1),
            transactionHash: hashOf(2),
            logIndex: '0x0',
          },
        ],
      },
    ],
  ])('stops at %s: the cursor stays', async (_, answers) => {
    await expect(open(answers as Record<string, Answer>).blocks.read('930', NOW)).rejects.toMatchObject({ name: 'RailError', outcome: 'not-done' });
  });

  test('reads again what replaces the blocks that were read, also below the last one', async () => {
    const from: number[] = [];
    const told = {
      eth_getLogs: ([{ fromBlock, address }]: readonly [{ fromBlock: string; address?: string }]) => {
        if (address) from.push(Number(fromBlock));
        return [];
      },
    } as Record<string, Answer>;
    const read = async (cursor: string) => {
      from.length = 0;
      const { cursor: next, more } = await open(told).blocks.read(cursor, NOW);
      return { from: [...from], next, more };
    };
    expect(await read(`930:${hashOf(930)}`)).toEqual({ from: [931], next: FINAL_CURSOR, more: false });
    expect(await read(`930:${hashOf(7)}`)).toEqual({ from: [931, 831], next: `850:${hashOf(850)}`, more: true });
    // Where the block is not known nothing can be told of it.
    expect(await read('930')).toEqual({ from: [931], next: FINAL_CURSOR, more: false });
    await expect(open().blocks.read('930:7', NOW)).rejects.toMatchObject({ trouble: 'malformed' });
  });

  test('is trouble while finality stands still, once everything irreversible has been read, unless another node tells of more', async () => {
    const finalAt = (minutes: number): Record<string, Answer> => ({
      eth_getBlockByNumber: ([tag]: Params) => {
        const number = tag === 'latest' ? 1_000 : tag === 'finalized' ? 936 : Number(tag);
        return header(number, number > 936 ? {} : { timestamp: quantity(NOW.getTime() / 1_000 - minutes * 60 - (936 - number) * 12) });
      },
    });
    const told = 'finality stands still: the newest irreversible block is 31 minutes old';
    await expect(open(finalAt(31)).blocks.read('936', NOW)).rejects.toMatchObject({ trouble: 'unreachable', outcome: 'not-done', message: told });
    expect(await open(finalAt(31)).blocks.read('930', NOW)).toMatchObject({ cursor: FINAL_CURSOR });
    expect(await open(finalAt(30)).blocks.read('936', NOW)).toMatchObject({ cursor: '936' });
    expect(await open(finalAt(31), {}).blocks.read('936', NOW)).toMatchObject({ cursor: '936' });
    expect(await open(finalAt(31)).head.read('999', NOW)).toMatchObject({ cursor: '1000' });
  });

  test('takes no block for final that is younger than finality ever is', async () => {
    const eager = { eth_getBlockByNumber: ([tag]: Params) => header(tag === 'latest' || tag === 'finalized' ? 1_000 : Number(tag)) };
    expect(await open(eager).blocks.read('980', NOW)).toMatchObject({ cursor: `988:${hashOf(988)}` });
  });

  test.each([
    [15, 985],
    [240, 760],
    [500, 500],
  ])('takes no block for final with fewer blocks on top than are asked for: %d', async (confirmations, final) => {
    const numbers: Readonly<Record<string, number>> = { latest: 1_000, finalized: 998 };
    const rail = createEvmRail({
      network: 'bsc',
      url: 'http://first',
      confirmations,
      timeoutMs: 60_000,
      async fetch(_url, init) {
        const calls = (await new Response(init?.body as ReadableStream).json()) as { id: number; method: string; params: Params }[];
        const resultOf = (tag: unknown) => header(numbers[String(tag)] ?? Number(tag));
        return Response.json(calls.map(({ id, method, params }) => ({ id, result: method === 'eth_chainId' ? '0x38' : resultOf(params[0]) })));
      },
    });
    expect(await rail.sources?.[0].read(null, NOW)).toMatchObject({ cursor: `${final}:${hashOf(final)}` });
  });

  test('asks by its hash for a block that may hold logs, when the node tells none', async () => {
    const asked: unknown[] = [];
    const answers = {
      eth_getBlockByNumber: ([tag]: Params) => header(tag === 'latest' ? 1_000 : tag === 'finalized' ? 936 : Number(tag), { logsBloom: `0x${bits}` }),
      eth_getLogs: ([filter]: Params) => {
        asked.push(filter);
        return (filter as { blockHash?: string }).blockHash === hashOf(936) ? refused(-32_000, 'unknown block') : [];
      },
    };
    await expect(open(answers).blocks.read('934', NOW)).rejects.toMatchObject({ trouble: 'busy' });
    expect(asked).toContainEqual({ blockHash: hashOf(935), topics: [TOPIC], address: TOKEN });
  });

  test('asks for fewer blocks at once where a batch is too large for the node, as geth says it', async () => {
    const { blocks } = open({}, undefined, (calls) => {
      const error = { code: -32_600, message: 'batch too large' };
      return calls.length > 10 ? Response.json([{ jsonrpc: '2.0', id: 0, error }]) : null;
    });
    expect(await blocks.read('916', NOW)).toMatchObject({ cursor: FINAL_CURSOR });
  });

  describe('of a node that has dropped old receipts, and answers as if their blocks had no logs', () => {
    const words = [CUSTOMER, CUSTOMER].map((address) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`);
    const place = { blockNumber: quantity(935), blockHash: hashOf(935), transactionHash: hashOf(2), logIndex: '0x0' };
    const held = { address: TOKEN, topics: [TOPIC, ...words], data: `0x${(25_000_000).toString(16).padStart(64, '0')}`, ...place };
    const told: Record<string, Answer> = {
      eth_getBlockByNumber: ([tag]: Params) => header(tag === 'latest' ? 1_000 : tag === 'finalized' ? 936 : Number(tag), { logsBloom: `0x${bits}` }),
    };

    test.each([
      ['empty receipts', []],
      ['no receipts', null],
      ['that they are gone', refused(4_444, 'pruned history unavailable')],
    ])('skips no payment by a block with %s: another node is asked', async (_, receipts) => {
      const dropped = { ...told, eth_getBlockReceipts: receipts };
      await expect(open(dropped).blocks.read('934', NOW)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
      expect((await open(dropped, { eth_getLogs: [held] }).blocks.read('934', NOW)).facts).toMatchObject([{ reference: `${hashOf(2)}:0` }]);
    });

    test('reads the payment from the receipts where the node has them and its index of logs does not', async () => {
      const other = { ...held, address: `0x${'ab'.repeat(20)}`, logIndex: '0x1' };
      const receipts = ([hash]: Params) => [{ logs: hash === hashOf(935) ? [other, held] : [] }];
      const { facts } = await open({ ...told, eth_getBlockReceipts: receipts }).blocks.read('934', NOW);
      expect(facts).toMatchObject([{ reference: `${hashOf(2)}:0`, amount: 25_000_000n }]);
    });

    test('believes a node without the call for receipts of blocks', async () => {
      const old = { ...told, eth_getBlockReceipts: refused(-32_601, 'the method eth_getBlockReceipts does not exist/is not available') };
      expect(await open(old).blocks.read('934', NOW)).toMatchObject({ facts: [], cursor: FINAL_CURSOR });
    });
  });

  test.each([
    ['with 200', 200],
    ['with 400', 400],
    ['with 413', 413],
  ])('asks for fewer blocks at once when the whole request is refused as too much, %s', async (_, status) => {
    const ranges: number[] = [];
    const { blocks } = open({ eth_getLogs: [] }, undefined, (calls) => {
      const range = calls.find(({ method }) => method === 'eth_getLogs')?.params[0] as { fromBlock: string; toBlock: string } | undefined;
      if (!range) return null;
      ranges.push(Number(range.toBlock) - Number(range.fromBlock) + 1);
      const error = { code: -32_005, message: 'eth_getLogs is limited to a 5 block range' };
      return (ranges.at(-1) ?? 0) > 5 ? Response.json({ id: null, error }, { status }) : null;
    });
    expect(await blocks.read('920', NOW)).toMatchObject({ cursor: FINAL_CURSOR });
    expect(ranges.slice(-4).every((range) => range <= 5)).toBe(true);
  });

  describe.each([
    [429, 'Your app has exceeded its compute units per second capacity.'],
    [-32_005, 'daily request count exceeded, request rate limited'],
    [-32_007, '50/second request limit reached - reduce calls per second'],
    [-32_005, 'too many requests'],
  ])('when the node is asked too often (%i %s)', (code, message) => {
    const busy = { trouble: 'busy', outcome: 'not-done' };

    test('leaves no block out, and asks for as many blocks as before', async () => {
      const ofOthers = ([filter]: Params) => ('address' in (filter as object) ? [] : refused(code, message));
      const { blocks, asked } = open({ eth_getLogs: ofOthers });
      await expect(blocks.read('920', NOW)).rejects.toMatchObject(busy);
      expect(asked.filter((method) => method.includes('getLogs')).length).toBeLessThanOrEqual(2);
      const { cursor, unreadable = [] } = await open({ eth_getLogs: ofOthers }, {}).blocks.read('920', NOW);
      expect([cursor, unreadable]).toEqual([FINAL_CURSOR, []]);
    });

    test('takes the finalized block for none that is unknown', async () => {
      const heads = ([tag]: Params) => (tag === 'finalized' ? refused(code, message) : header(tag === 'latest' ? 1_000 : Number(tag)));
      await expect(open({ eth_getBlockByNumber: heads }).blocks.read('930', NOW)).rejects.toMatchObject(busy);
    });
  });

  test('asks for fewer blocks where a refusal for their number speaks of a plan with a higher rate', async () => {
    const message = 'up to a 5 block range on this plan, which also has a rate limit per second';
    const { blocks } = open({
      eth_getLogs: ([{ fromBlock, toBlock }]: readonly [{ fromBlock: string; toBlock: string }]) =>
        Number(toBlock) - Number(fromBlock) >= 5 ? refused(-32_000, message) : [],
    } as Record<string, Answer>);
    expect(await blocks.read('920', NOW)).toMatchObject({ cursor: FINAL_CURSOR });
  });

  test('reads our token although a stranger filled a block with more logs of another than the node answers with', async () => {
    const { blocks } = open({
      eth_getLogs: ([{ address, fromBlock, toBlock }]: readonly [{ address?: string; fromBlock: string; toBlock: string }]) =>
        address === undefined && Number(fromBlock) <= 930 && Number(toBlock) >= 930 ? refused(-32_005, 'query returned more than 10000 results') : [],
    } as Record<string, Answer>);
    expect(await blocks.read('920', NOW)).toMatchObject({ cursor: FINAL_CURSOR, unreadable: ['block 930'] });
  });

  test('takes no log that is told twice for two payments: another node is asked', async () => {
    const words = [CUSTOMER, CUSTOMER].map((address) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`);
    const place = { blockNumber: quantity(935), blockHash: hashOf(935), transactionHash: hashOf(2), logIndex: '0x0' };
    const log = { address: TOKEN, topics: [TOPIC, ...words], data: `0x${(25_000_000).toString(16).padStart(64, '0')}`, ...place };
    await expect(open({ eth_getLogs: [log, log] }).blocks.read('934', NOW)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    expect((await open({ eth_getLogs: [log, log] }, { eth_getLogs: [log] }).blocks.read('934', NOW)).facts).toHaveLength(1);
    // Two transfers of one transaction that are alike.
    expect((await open({ eth_getLogs: [log, { ...log, logIndex: '0x1' }] }).blocks.read('934', NOW)).facts).toHaveLength(2);
  });

  test('tells of no transfers of dust, which keep their places', async () => {
    const words = [CUSTOMER, CUSTOMER].map((address) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`);
    const place = { blockNumber: quantity(935), blockHash: hashOf(935), transactionHash: hashOf(2) };
    const logOf = (amount: number, index: number) => ({
      address: TOKEN,
      topics: [TOPIC, ...words],
      data: `0x${amount.toString(16).padStart(64, '0')}`,
      logIndex: quantity(index),
      ...place,
    });
    const { facts } = await open({ eth_getLogs: [logOf(9_999, 0), logOf(0, 1), logOf(10_000, 2)] }).blocks.read('934', NOW);
    expect(facts).toMatchObject([{ amount: 10_000n, reference: `${hashOf(2)}:2` }]);
  });

  test('tells other tokens apart from ours', async () => {
    const other = `0x${'ab'.repeat(20)}`;
    const words = [CUSTOMER, CUSTOMER].map((address) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`);
    const place = { blockNumber: quantity(935), blockHash: hashOf(935), transactionHash: hashOf(2) };
    const log = { topics: [TOPIC, ...words], data: `0x${(10_000).toString(16).padStart(64, '0')}`, ...place };
    const logs = [
      { ...log, address: other, logIndex: '0x0' },
      { ...log, address: TOKEN, logIndex: '0x1' },
      { ...log, address: other, topics: [TOPIC], logIndex: '0x2' },
    ];
    const { facts, otherAssets } = await open({ eth_getLogs: logs }).blocks.read('934', NOW);
    expect(facts).toMatchObject([{ account: CUSTOMER, amount: 10_000n, reference: `${hashOf(2)}:0`, exactAmount: null }]);
    expect(otherAssets).toMatchObject([{ account: CUSTOMER, amount: 10_000n, txid: hashOf(2), asset: expect.stringMatching(/^0x(?:ab){20}$/i) }]);
  });
});

describe('a payment that is asked for by its reference', () => {
  const place = { blockNumber: quantity(930), blockHash: hashOf(930), transactionHash: hashOf(2), logIndex: '0x0' };
  const words = [CUSTOMER, CUSTOMER].map((address) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`);
  const log = { address: TOKEN, topics: [TOPIC, ...words], data: `0x${(25_000_000).toString(16).padStart(64, '0')}`, ...place };
  const receipt = { ...place, status: '0x1', gasUsed: '0x1', effectiveGasPrice: '0x1', logs: [log] };
  const has = { eth_getTransactionReceipt: receipt };
  const find = (...nodes: Parameters<typeof open>) => open(...nodes).firstHand.find(`${hashOf(2)}:0`, NOW);

  test('counts once every node tells it: not while one is some blocks behind, or away', async () => {
    expect(await find(has, has)).toMatchObject([{ reference: `${hashOf(2)}:0`, amount: 25_000_000n }]);
    expect(await find({}, has)).toEqual([]);
    expect(await find(has, {})).toEqual([]);
    await expect(find(503, has)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    await expect(find(has, 503)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
  });

  test('is trouble of the nodes, not of its own, where pages of a gateway are answered as if all were well', async () => {
    const page = () => new Response('<html>Just a moment…</html>', { headers: { 'content-type': 'text/html' } });
    await expect(find({}, {}, page)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
  });

  test('is none when no node knows it', async () => {
    for (const second of [undefined, {}]) expect(await find({}, second)).toEqual([]);
    await expect(find({}, 503)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    await expect(find(503, 503)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
  });
});

test('a bloom filter tells what a block cannot hold', () => {
  expect(bloomMayHold(`0x${'f'.repeat(512)}`, TOPIC)).toBe(true);
  expect(bloomMayHold(`0x${'0'.repeat(512)}`, TOPIC)).toBe(false);
});
