import { describe, expect, test } from 'vitest';
import { makeBlock, type Serialized, serialize, type TestBlock } from '../../testing/bitcoin-chain.ts';
import { ANSWER_TIMEOUT_MS } from '../../testing/serve.ts';
import type { PayoutRequest } from '../payout.ts';
import type { SignedTransfer } from '../signed-payout.ts';
import { scriptOf } from './address.ts';
import { parseTransaction } from './block.ts';
import { BITCOIN_CHAINS } from './chains.ts';
import { createBitcoinRail } from './index.ts';
import { bitcoinKeys, bitcoinXpub, depositDescriptor, keyDescriptor } from './keys.ts';

const { main } = BITCOIN_CHAINS;
const seed = '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const NOW = new Date('2026-03-01T10:00:00Z');
const PASSWORD = 'p4ss-of-the-node';
const CUSTOMER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const { hotWallet, deposit } = bitcoinKeys(main, { seed });
const OURS = new Map([5, 6, 8].map((index) => [index, deposit?.(index).address ?? '']));
const ours = (index: number) => OURS.get(index) ?? '';
const SCRIPTS = new Map([hotWallet.address, CUSTOMER, ...OURS.values()].map((address) => [address, scriptOf(main, address) ?? '']));
const script = (address: string) => SCRIPTS.get(address) ?? '';
const DEPOSITS = depositDescriptor(main, bitcoinXpub(main, { seed }));

type Params = readonly unknown[];
interface Refusal {
  readonly refusal: { readonly code: number; readonly message: string };
}
const refused = (code: number, message: string): Refusal => ({ refusal: { code, message } });
const unknown = () => refused(-5, 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.');

/** A coin of ours, by the transaction that made it. */
const coinAt = (address: string, amount: bigint, salt: number): Serialized =>
  serialize({ spends: [{ txid: 'ab'.repeat(32), vout: salt }], outputs: [{ script: script(address), amount }] }, salt);
const FUNDS = [coinAt(hotWallet.address, 3_000_000n, 1), coinAt(ours(5), 700_000n, 2)] as const;
const PAID = coinAt(ours(8), 123_456n, 3);

/** A chain of blocks ten minutes apart, the newest one five minutes old. */
function chainOf(contents: readonly (readonly Serialized[])[], branch = 0): TestBlock[] {
  const blocks: TestBlock[] = [];
  for (const [n, transactions] of contents.entries()) {
    const time = NOW.getTime() / 1_000 - 300 - (contents.length - 1 - n) * 600 + branch;
    blocks.push(makeBlock(blocks.at(-1) ?? null, time, transactions));
  }
  return blocks;
}
const CHAIN = chainOf([[], [...FUNDS], [], [], []]);

interface World {
  readonly chain?: readonly TestBlock[];
  readonly mempool?: readonly Serialized[];
  readonly answers?: Record<string, (params: Params) => unknown>;
}

/** A node of Bitcoin Core, with our wallet in it. */
function nodeOf({ chain = CHAIN, mempool = [], answers = {} }: World): Record<string, (params: Params) => unknown> {
  const tip = chain.length - 1;
  const spentIn = (all: readonly Serialized[]) =>
    new Set(all.flatMap(({ hex }) => parseTransaction(hex).inputs.map(({ txid, vout }) => `${txid}:${vout}`)));
  const mined = chain.flatMap(({ transactions }) => transactions);
  const placeOf = (txid: string) => chain.find(({ transactions }) => transactions.some((one) => one.txid === txid));
  const confirmationsOf = (txid: string) => {
    const block = placeOf(txid);
    return block ? tip - block.height + 1 : 0;
  };
  const all = [...mined, ...mempool];
  const wallet = all.flatMap(({ txid, hex }) =>
    parseTransaction(hex).outputs.flatMap(({ script: at, amount }, vout) => {
      const index = [5, 8].find((n) => script(ours(n)) === at) ?? (at === script(hotWallet.address) ? null : undefined);
      const desc = index === null ? 'wpkh([aabbccdd]02aa)#qqqqqqqq' : `wpkh([aabbccdd/0/${index}]02aa)#qqqqqqqq`;
      return index === undefined ? [] : [{ txid, vout, amount: Number(amount) / 1e8, scriptPubKey: at, desc, confirmations: confirmationsOf(txid) }];
    }),
  );
  return {
    getblockhash: ([height]) => (height === 0 ? main.genesis : (chain[Number(height)]?.hash ?? refused(-8, 'Block height out of range'))),
    getbestblockhash: () => chain[tip]?.hash,
    getblockheader: ([hash]) => {
      const found = chain.find((block) => block.hash === hash);
      return found && { hash, height: found.height, time: found.time, mediantime: found.time - 3_000, confirmations: 1 };
    },
    getblock: ([hash]) => chain.find((block) => block.hash === hash)?.hex,
    getrawtransaction: ([txid]) => {
      const found = all.find((one) => one.txid === txid);
      const block = placeOf(String(txid));
      if (!found) return unknown();
      return { hex: found.hex, ...(block ? { blockhash: block.hash, blocktime: block.time, confirmations: confirmationsOf(found.txid) } : {}) };
    },
    gettxout: ([txid, vout]) =>
      placeOf(String(txid)) && !spentIn(mined).has(`${txid}:${vout}`) ? { bestblock: chain[tip]?.hash, confirmations: 1, value: 1 } : null,
    estimatesmartfee: () => ({ feerate: 0.00004, blocks: 3 }),
    getmempoolinfo: () => ({ mempoolminfee: 0.00001 }),
    getmempoolentry: () => refused(-5, 'Transaction not in mempool'),
    sendrawtransaction: () => 'aa'.repeat(32),
    getwalletinfo: () => ({ walletname: 'quydoi', scanning: false }),
    listdescriptors: () => ({
      wallet_name: 'quydoi',
      descriptors: [{ desc: `${DEPOSITS}#aaaaaaaa`, range: [0, 20_000], next: 9, next_index: 9 }, { desc: `${keyDescriptor(hotWallet)}#bbbbbbbb` }],
    }),
    listunspent: ([least]) => wallet.filter((one) => one.confirmations >= Number(least) && !spentIn(all).has(`${one.txid}:${one.vout}`)),
    listsinceblock: ([hash]) => {
      const height = chain.find((block) => block.hash === hash)?.height ?? -1;
      const isNew = (txid: string) => (placeOf(txid)?.height ?? tip + 1) > height;
      const coins = new Set(wallet.map(({ txid, vout }) => `${txid}:${vout}`));
      const sends = all.filter(
        ({ txid, hex }) => isNew(txid) && parseTransaction(hex).inputs.some((input) => coins.has(`${input.txid}:${input.vout}`)),
      );
      const entries = [
        ...wallet.filter(({ txid }) => isNew(txid)).map((one) => ({ ...one, category: 'receive' })),
        ...sends.map(({ txid }) => ({ txid, vout: 0, category: 'send', amount: -0.5, confirmations: confirmationsOf(txid) })),
      ];
      return { transactions: entries.map((one) => ({ ...one, time: NOW.getTime() / 1_000 - 60 })), removed: [] };
    },
    gettransaction: ([txid]) => ({ hex: all.find((one) => one.txid === txid)?.hex, confirmations: confirmationsOf(String(txid)) }),
    getaddressinfo: ([address]) => ({ desc: wallet.find((one) => one.scriptPubKey === script(String(address)))?.desc }),
    ...answers,
  };
}

/** Our rail over one node or two; a number is the status that a node fails with. */
function open(first: World | number = {}, second?: World | number) {
  const [one, two] = [typeof first === 'object' ? nodeOf(first) : {}, typeof second === 'object' ? nodeOf(second) : null];
  const asked: string[] = [];
  const seen: { readonly url: string; readonly authorization: string | null }[] = [];
  const provider: typeof fetch = async (url, init) => {
    const { host, pathname } = new URL(String(url));
    seen.push({ url: String(url), authorization: new Headers(init?.headers).get('authorization') });
    const world = host === 'first' ? first : second;
    if (typeof world === 'number' || world === undefined) return new Response('no', { status: world ?? 500 });
    const calls = (await new Response(init?.body as ReadableStream).json()) as { id: number; method: string; params: Params }[];
    const node = host === 'first' ? one : (two ?? one);
    return Response.json(
      calls.map(({ id, method, params }) => {
        asked.push(`${host}${pathname} ${method}`);
        const result = node[method]?.(params) ?? null;
        const refusal = (result as Refusal | null)?.refusal;
        return refusal ? { result: null, error: refusal, id } : { result, error: null, id };
      }),
    );
  };
  const rail = createBitcoinRail({
    chain: 'main',
    url: `http://user:${PASSWORD}@first`,
    ...(second === undefined ? {} : { secondUrl: `http://user:${PASSWORD}@second` }),
    secret: { seed },
    timeoutMs: ANSWER_TIMEOUT_MS,
    fetch: provider,
  });
  const { payouts, sources, firstHand, boosts, watched } = rail;
  if (!payouts || !sources || !boosts || !watched || firstHand?.by !== 'reference') throw new Error('a part is missing');
  return { asked, seen, payouts, blocks: sources[0], head: sources[1], firstHand, boosts, watched };
}

const request = (more: Partial<PayoutRequest> = {}): PayoutRequest => ({
  key: 'attempt-1',
  currency: 'btc',
  amount: 250_000n,
  destination: CUSTOMER,
  destinationBank: null,
  memo: '',
  ...more,
});
const signed = (more: Partial<PayoutRequest> = {}) => open().payouts.sign(request(more), NOW, []);
const asSerialized = ({ txid, raw }: SignedTransfer): Serialized => ({ txid, hex: raw });

describe('signing', () => {
  test('pays exactly, returns the rest to the hot wallet, and other keys make other bytes', async () => {
    const { payouts } = open();
    const transfer = await payouts.sign(request(), NOW, []);
    const { inputs, outputs, vsize } = parseTransaction(transfer.raw);
    const [, coin] = FUNDS;
    expect(inputs).toEqual([{ txid: coin.txid, vout: 0 }]);
    expect(transfer.slots).toEqual([{ wallet: ours(5), resource: `${coin.txid}:0` }]);
    expect(outputs.filter((one) => one.script === script(CUSTOMER))).toEqual([{ script: script(CUSTOMER), amount: 250_000n }]);
    const [change, ...more] = outputs.filter((one) => one.script !== script(CUSTOMER));
    expect([change?.script, more]).toEqual([script(hotWallet.address), []]);
    const fee = 450_000n - (change?.amount ?? 0n);
    // Four satoshi a vbyte.
    expect(Number(fee) / vsize).toBeGreaterThanOrEqual(4);
    expect(Number(fee) / vsize).toBeLessThan(4.1);
    expect((await payouts.sign(request(), NOW, [])).txid).toBe(transfer.txid);
    expect((await payouts.sign(request({ key: 'attempt-2' }), NOW, [])).txid).not.toBe(transfer.txid);
  });

  test('takes no coin that a live transfer spends, whatever address it is told at, nor one that is not final', async () => {
    const taken = [{ wallet: 'another', resource: `${FUNDS[1].txid}:0` }];
    const { slots } = await open().payouts.sign(request(), NOW, taken);
    expect(slots).toEqual([{ wallet: hotWallet.address, resource: `${FUNDS[0].txid}:0` }]);
    const both = FUNDS.map(({ txid }) => ({ wallet: '', resource: `${txid}:0` }));
    await expect(open().payouts.sign(request(), NOW, both)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    const young = { chain: chainOf([[], [], [], [...FUNDS]]) };
    await expect(open(young).payouts.sign(request(), NOW, [])).rejects.toMatchObject({ trouble: 'busy' });
  });

  test.each<readonly [string, Partial<PayoutRequest>, World, string]>([
    ['too little money', { amount: 4_000_000n }, {}, 'short'],
    ['dust', { amount: 293n }, {}, 'refused'],
    ['our own wallet as its destination', { destination: hotWallet.address }, {}, 'refused'],
    ['an address of another network', { destination: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }, {}, 'refused'],
    ['another currency', { currency: 'eth' }, {}, 'refused'],
    ['fees above the limit', {}, { answers: { estimatesmartfee: () => ({ feerate: 0.0016 }) } }, 'dear'],
    ['a mempool that takes nothing below the limit', {}, { answers: { getmempoolinfo: () => ({ mempoolminfee: 0.002 }) } }, 'dear'],
    ['a node of another chain', {}, { answers: { getblockhash: () => 'ff'.repeat(32) } }, 'malformed'],
    ['a node that starts', {}, { answers: { getblockhash: () => refused(-28, 'Loading block index…') } }, 'busy'],
    ['a node that stands still', {}, { chain: chainOf([[], [...FUNDS], []], -20_000) }, 'unreachable'],
    [
      'a coin with another amount than its transaction',
      {},
      { answers: { listunspent: () => [{ ...listed(FUNDS[0], hotWallet.address), amount: 9 }] } },
      'malformed',
    ],
    ['a coin at another address of the same number', {}, { answers: { listunspent: () => [listed(FUNDS[1], ours(5), 6)] } }, 'malformed'],
    ['a coin at an address that is not ours', {}, { answers: { listunspent: () => [listed(FUNDS[1], ours(5), null)] } }, 'malformed'],
  ])('does not happen with %s', async (_, more, world, trouble) => {
    await expect(open(world).payouts.sign(request(more), NOW, [])).rejects.toMatchObject({ name: 'RailError', trouble, outcome: 'not-done' });
  });

  const listed = ({ txid }: Serialized, address: string, index: number | null = 0) => ({
    txid,
    vout: 0,
    amount: 0.03,
    scriptPubKey: script(address),
    desc: index === null ? 'wpkh(02aa)#aaaaaaaa' : `wpkh([aabbccdd/0/${index}]02aa)#aaaaaaaa`,
    confirmations: 4,
  });

  test('goes on while strangers’ dust waits for a block, more of it than a node’s answer may be long', async () => {
    const dust = {
      txid: 'dd'.repeat(32),
      amount: 0.00000294,
      scriptPubKey: script(hotWallet.address),
      desc: `wpkh([aabbccdd]02${'aa'.repeat(32)})#qqqqqqqq`,
      confirmations: 0,
    };
    const waiting = Array.from({ length: 130_000 }, (_, vout) => ({ ...dust, vout }));
    const { listunspent } = nodeOf({});
    const answers = { listunspent: (params: Params) => [listunspent?.(params), Number(params[0]) === 0 ? waiting : []].flat() };
    const { txid } = await signed();
    expect(await open({ answers }).payouts.sign(request(), NOW, [])).toMatchObject({ txid });
  });

  test('pays at least a satoshi a vbyte where the node tells less, and two where it has no estimate', async () => {
    const rateWith = async (told: object) => {
      const { raw } = await open({ answers: { estimatesmartfee: () => told } }).payouts.sign(request(), NOW, []);
      const { outputs, vsize } = parseTransaction(raw);
      return Math.floor(Number(700_000n - outputs.reduce((sum, { amount }) => sum + amount, 0n)) / vsize);
    };
    expect(await rateWith({ feerate: 0.000001 })).toBe(1);
    expect(await rateWith({ errors: ['Insufficient data or no feerate found'], blocks: 0 })).toBe(2);
  });

  test('pays by the second node’s estimate while the first has none, as for hours after a start', async () => {
    const none = { answers: { estimatesmartfee: () => ({ errors: ['Insufficient data or no feerate found'], blocks: 0 }) } };
    const perTransfer = async (...nodes: Parameters<typeof open>) => (await open(...nodes).payouts.feeCoin(NOW)).perTransfer;
    expect(await perTransfer(none, {})).toBe(4n * 223n);
    expect(await perTransfer({}, none)).toBe(4n * 223n);
    expect(await perTransfer(none, none)).toBe(2n * 223n);
    expect(await perTransfer(none, 503)).toBe(2n * 223n);
  });

  describe('out of many small coins', () => {
    const small = (amount: bigint) => chainOf([[], Array.from({ length: 40 }, (_, n) => coinAt(hotWallet.address, amount, 100 + n)), [], [], []]);
    const at = (feerate: number) => ({ estimatesmartfee: () => ({ feerate }) });
    const feeOf = (coins: bigint, { raw }: SignedTransfer) => {
      const { inputs, outputs } = parseTransaction(raw);
      return outputs.reduce((left, { amount }) => left - amount, BigInt(inputs.length) * coins);
    };

    test('waits while their fee is higher than what is held for it, and uses up no try', async () => {
      const chain = small(20_000n);
      const { payouts } = open({ chain, answers: at(0.0001) });
      expect(payouts.maxFee(250_000n)).toBe(50_000n);
      expect(feeOf(20_000n, await payouts.sign(request(), NOW, []))).toBeLessThanOrEqual(50_000n);
      await expect(open({ chain, answers: at(0.001) }).payouts.sign(request(), NOW, [])).rejects.toMatchObject({
        trouble: 'busy',
        outcome: 'not-done',
      });
    });

    test('is replaced only up to what is held', async () => {
      const chain = small(60_000n);
      const first = await open({ chain, answers: at(0.0001) }).payouts.sign(request({ amount: 350_000n }), NOW, []);
      const { payouts } = open({ chain, mempool: [asSerialized(first)], answers: at(0.0014) });
      const second = await payouts.replace(request({ amount: 350_000n }), [first], NOW);
      const fee = second ? feeOf(60_000n, second) : 0n;
      expect(fee).toBeGreaterThan(45_000n);
      expect(fee).toBeLessThanOrEqual(50_000n);
    });
  });

  test('tells what a usual transfer costs, and at most, in the coin that it pays', async () => {
    expect(await open().payouts.feeCoin(NOW)).toEqual({ balance: 3_700_000n, perTransfer: 892n, perTransferMax: 33_450n });
    const dear = { answers: { estimatesmartfee: () => ({ feerate: 0.0016 }) } };
    expect(await open(dear).payouts.feeCoin(NOW)).toMatchObject({ perTransfer: 35_680n });
  });

  test('says who we are to the node alone: no failure tells its password', async () => {
    const { payouts, seen } = open();
    await payouts.sign(request(), NOW, []);
    expect(seen.every(({ authorization }) => authorization === `Basic ${btoa(`user:${PASSWORD}`)}`)).toBe(true);
    expect(seen.some(({ url }) => url.includes(PASSWORD))).toBe(false);
    const { payouts: dead } = createBitcoinRail({ chain: 'main', url: `http://user:${PASSWORD}@127.0.0.1:9`, secret: { seed }, timeoutMs: 500 });
    const message = await dead?.balances(NOW).catch((error: Error) => error.message);
    expect(message).toMatch(/getbestblockhash/);
    expect(message).not.toContain(PASSWORD);
  });
});

describe('the wallet of the node', () => {
  test('is loaded, or created without private keys, where it is missing', async () => {
    const missing = () => refused(-18, 'Requested wallet does not exist or is not loaded');
    const made: unknown[] = [];
    const answers = {
      listdescriptors: missing,
      listunspent: missing,
      loadwallet: () => refused(-18, 'Wallet file verification failed'),
      createwallet: (params: Params) => {
        made.push(params);
        return { name: 'quydoi' };
      },
    };
    await expect(open({ answers }).payouts.sign(request(), NOW, [])).rejects.toMatchObject({ trouble: 'busy' });
    expect(made).toEqual([['quydoi', true, true, '', false, true, true]]);
    const loaded = open({ answers: { ...answers, loadwallet: () => ({ name: 'quydoi' }) } });
    await expect(loaded.payouts.sign(request(), NOW, [])).rejects.toMatchObject({ trouble: 'busy' });
    expect(made).toHaveLength(1);
  });

  test('that another job creates at the same time is no trouble', async () => {
    let asked = 0;
    const answers = {
      listdescriptors: () => (asked++ === 0 ? refused(-18, 'Requested wallet does not exist or is not loaded') : { descriptors: [] }),
      loadwallet: () => refused(-18, 'Wallet file verification failed. Path does not exist.'),
      createwallet: () => refused(-4, 'Wallet file verification failed. Database already exists.'),
      getdescriptorinfo: () => ({ checksum: 'cccccccc' }),
      importdescriptors: ([requests]: Params) => (requests as unknown[]).map(() => ({ success: true })),
    };
    await expect(open({ answers }).payouts.sign(request(), NOW, [])).rejects.toMatchObject({ message: 'the wallet of the node is not set up yet' });
  });

  test('is told what to watch, and more deposit addresses before it runs out of them', async () => {
    const imported: unknown[] = [];
    const with_ = (descriptors: readonly object[]) => ({
      answers: {
        listdescriptors: () => ({ descriptors }),
        getdescriptorinfo: () => ({ checksum: 'cccccccc' }),
        importdescriptors: ([requests]: Params) => {
          imported.push(requests);
          return (requests as unknown[]).map(() => ({ success: true }));
        },
      },
    });
    const hot = keyDescriptor(hotWallet);
    const sign = (world: World) => open(world).payouts.sign(request(), NOW, []);
    await expect(sign(with_([]))).rejects.toMatchObject({ trouble: 'busy' });
    const timestamp = Date.parse('2026-01-01T00:00:00Z') / 1_000;
    expect(imported).toEqual([
      [
        { desc: `${DEPOSITS}#cccccccc`, timestamp, range: [0, 20_000] },
        { desc: `${hot}#cccccccc`, timestamp },
      ],
    ]);
    await expect(sign(with_([{ desc: `${DEPOSITS}#x`, range: [0, 20_000], next_index: 10_001 }, { desc: `${hot}#y` }]))).rejects.toMatchObject({
      trouble: 'busy',
    });
    expect(imported.at(-1)).toEqual([{ desc: `${DEPOSITS}#cccccccc`, timestamp, range: [0, 30_001] }]);
  });

  test('is told what to watch while the other one is away', async () => {
    const imported: unknown[] = [];
    const second = {
      answers: {
        listdescriptors: () => ({ descriptors: imported.length > 0 ? imported : [{ desc: `${keyDescriptor(hotWallet)}#y` }] }),
        getdescriptorinfo: () => ({ checksum: 'cccccccc' }),
        importdescriptors: ([requests]: Params) => {
          imported.push(...(requests as unknown[]), { desc: `${keyDescriptor(hotWallet)}#y` });
          return (requests as unknown[]).map(() => ({ success: true }));
        },
      },
    };
    await expect(open(503, second).watched.watch(12)).rejects.toMatchObject({ trouble: 'busy' });
    expect(imported).toMatchObject([{ range: [0, 20_013] }, {}]);
  });

  test('that searches old blocks tells neither coins nor movements: the second node does', async () => {
    const scanning = { answers: { getwalletinfo: () => ({ scanning: { duration: 60, progress: 0.25 } }), listunspent: () => [] } };
    await expect(open(scanning).payouts.balances(NOW)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    await expect(open(scanning).head.read(null, NOW)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    expect((await open(scanning, {}).payouts.balances(NOW)).get('btc')).toBe(3_700_000n);
    expect((await open(scanning, {}).payouts.sign(request(), NOW, [])).slots).toHaveLength(1);
    expect((await open(scanning, { mempool: [PAID] }).head.read(null, NOW)).facts).toHaveLength(1);
  });

  test('tells a balance that a transfer changes only once it is final, also when it was replaced', async () => {
    const { payouts } = open();
    const transfer = await payouts.sign(request(), NOW, []);
    const balanceOf = async (world: World) => (await open(world).payouts.balances(NOW)).get('btc');
    const own = [asSerialized(transfer)];
    expect(await balanceOf({})).toBe(3_700_000n);
    expect(await balanceOf({ mempool: own })).toBe(3_700_000n);
    expect(await balanceOf({ chain: chainOf([[], [...FUNDS], [], own]) })).toBe(3_700_000n);
    // 250 000 and a fee of four satoshi for each of 141 vbytes.
    expect(await balanceOf({ chain: chainOf([[], [...FUNDS], own, []]) })).toBe(3_700_000n - 250_564n);
    expect(await balanceOf({ mempool: [PAID] })).toBe(3_700_000n);
    expect(await balanceOf({ chain: chainOf([[], [...FUNDS], [PAID], []]) })).toBe(3_823_456n);
  });
});

describe('a replacement', () => {
  const replace = async (transfer: SignedTransfer, feerate: number, more: Partial<PayoutRequest> = {}) =>
    open({ mempool: [asSerialized(transfer)], answers: { estimatesmartfee: () => ({ feerate }) } }).payouts.replace(request(more), [transfer], NOW);

  test('spends the same coins, pays the same, and takes the higher fee from the change', async () => {
    const transfer = await signed();
    expect(await replace(transfer, 0.00005)).toBeNull();
    const replacement = await replace(transfer, 0.0002);
    expect(replacement?.slots).toEqual(transfer.slots);
    const [before, after] = [parseTransaction(transfer.raw), parseTransaction(replacement?.raw ?? '')];
    expect([after.inputs, after.lockTime]).toEqual([before.inputs, before.lockTime]);
    expect(after.outputs).toContainEqual({ script: script(CUSTOMER), amount: 250_000n });
    expect(after.outputs).toContainEqual({ script: script(hotWallet.address), amount: 450_000n - 2_820n });
  });

  test('is made of a transfer that nodes keep no more, though it pays most of the rate of the next blocks', async () => {
    const transfer = await signed();
    const full = (mempoolminfee: number) =>
      open({ answers: { getmempoolinfo: () => ({ mempoolminfee }), estimatesmartfee: () => ({ feerate: 0.00005 }) } }).payouts;
    expect(await full(0.00004).replace(request(), [transfer], NOW)).toBeNull();
    const replacement = await full(0.00005).replace(request(), [transfer], NOW);
    expect(replacement?.slots).toEqual(transfer.slots);
    expect(parseTransaction(replacement?.raw ?? '').outputs).toContainEqual({ script: script(hotWallet.address), amount: 450_000n - 5n * 141n });
  });

  test('goes up to the highest rate and no further', async () => {
    const transfer = await signed();
    const highest = await replace(transfer, 0.01);
    expect(parseTransaction(highest?.raw ?? '').outputs).toContainEqual({ script: script(hotWallet.address), amount: 450_000n - 150n * 141n });
    expect(await open().payouts.replace(request(), highest ? [transfer, highest] : [], NOW)).toBeNull();
  });

  test('pays more in all even where it has fewer outputs than the transfer before', async () => {
    const rich = coinAt(hotWallet.address, 500_000_000n, 9);
    const chain = chainOf([[], [rich], [], []]);
    const transfer = await open({ chain, answers: { estimatesmartfee: () => ({ feerate: 0.00002 }) } }).payouts.sign(request(), NOW, []);
    expect(parseTransaction(transfer.raw).outputs).toHaveLength(7);
    const world = { chain, answers: { estimatesmartfee: () => ({ feerate: 0.00003 }) } };
    const replacement = await open(world).payouts.replace(request(), [transfer], NOW);
    const feeOf = (raw: string) => 500_000_000n - parseTransaction(raw).outputs.reduce((sum, { amount }) => sum + amount, 0n);
    const after = parseTransaction(replacement?.raw ?? '');
    expect(feeOf(replacement?.raw ?? '')).toBeGreaterThanOrEqual(feeOf(transfer.raw) + BigInt(after.vsize));
  });

  test('is none of a transfer that is another one, or not what its id says', async () => {
    const transfer = await signed();
    const forged = { ...transfer, txid: 'ff'.repeat(32) };
    await expect(replace(transfer, 0.001, { amount: 250_001n })).rejects.toMatchObject({ trouble: 'malformed' });
    await expect(replace(forged, 0.001)).rejects.toMatchObject({ trouble: 'malformed' });
    await expect(open().payouts.broadcast(forged)).rejects.toMatchObject({ trouble: 'malformed' });
    await expect(open().payouts.broadcast({ ...transfer, slots: [] })).rejects.toMatchObject({ trouble: 'malformed' });
    await expect(open().payouts.status([forged])).rejects.toMatchObject({ trouble: 'malformed' });
  });
});

describe('the status of a transfer', () => {
  const conflict = () => serialize({ spends: [{ txid: FUNDS[1].txid, vout: 0 }], outputs: [{ script: script(CUSTOMER), amount: 1n }] }, 77);
  const statusIn = async (contents: readonly (readonly Serialized[])[], second?: World | number) => {
    const transfer = await signed();
    return open({ chain: chainOf([[], [...FUNDS], ...contents]) }, second).payouts.status([transfer]);
  };

  test('is paid with its fee once its block has another on top', async () => {
    const transfer = await signed();
    const own = [asSerialized(transfer)];
    const chain = chainOf([[], [...FUNDS], [], own, []]);
    const paid = { state: 'paid', reference: transfer.txid, fee: 564n, at: new Date((chain[3]?.time ?? 0) * 1_000) };
    expect(await open({ chain }).payouts.status([transfer])).toEqual(paid);
    expect(await statusIn([[], own])).toEqual({ state: 'pending' });
    expect(await open({ mempool: own }).payouts.status([transfer])).toEqual({ state: 'pending' });
    expect(await statusIn([[], []])).toEqual({ state: 'pending' });
  });

  test('is superseded only when every node tells that another transaction has spent its coin for good', async () => {
    const [young, old] = [
      [[], [conflict()]],
      [[conflict()], []],
    ];
    expect(await statusIn(young)).toEqual({ state: 'pending' });
    expect(await statusIn(old)).toEqual({ state: 'superseded' });
    const other = { chain: chainOf([[], [...FUNDS], [], []]) };
    expect(await statusIn(old, other)).toEqual({ state: 'pending' });
    await expect(statusIn(old, 503)).rejects.toMatchObject({ trouble: 'busy' });
    const transfer = await signed();
    const paid = { chain: chainOf([[], [...FUNDS], [asSerialized(transfer)], []]) };
    expect(await statusIn(old, paid)).toMatchObject({ state: 'paid' });
  });

  test('is that of whichever was mined, of a transfer and its replacement', async () => {
    const transfer = await signed();
    const world = { answers: { estimatesmartfee: () => ({ feerate: 0.0002 }) } };
    const replacement = (await open(world).payouts.replace(request(), [transfer], NOW)) ?? transfer;
    const chain = chainOf([[], [...FUNDS], [asSerialized(replacement)], []]);
    expect(await open({ chain }).payouts.status([transfer, replacement])).toMatchObject({ state: 'paid', reference: replacement.txid });
    expect(await open({ chain }).payouts.status([transfer])).toEqual({ state: 'superseded' });
  });

  test('is unknown while the node’s index is behind, or when it has none', async () => {
    const transfer = await signed();
    for (const message of [
      'No such mempool or blockchain transaction. Blockchain transactions are still in the process of being indexed. Use gettransaction for wallet transactions.',
      'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. Use gettransaction for wallet transactions.',
    ]) {
      const { payouts } = open({ answers: { getrawtransaction: () => refused(-5, message) } });
      await expect(payouts.status([transfer])).rejects.toMatchObject({ trouble: 'busy' });
    }
  });
});

describe('a broadcast', () => {
  test.each([
    [-27, 'Transaction outputs already in utxo set'],
    [-25, 'bad-txns-inputs-missingorspent'],
    [-26, 'txn-already-known'],
    [-26, 'insufficient fee, rejecting replacement'],
    [-26, 'mempool min fee not met, 100 < 141'],
  ])('that is answered %d “%s” is no trouble', async (code, message) => {
    await open({ answers: { sendrawtransaction: () => refused(code, message) } }).payouts.broadcast(await signed());
  });

  test('goes to every node, and fails when none takes it', async () => {
    const transfer = await signed();
    const full = { answers: { sendrawtransaction: () => refused(-26, 'mempool full') } };
    const one = open(full, {});
    await one.payouts.broadcast(transfer);
    expect(one.asked.filter((call) => call.endsWith('sendrawtransaction'))).toEqual(['first/ sendrawtransaction', 'second/ sendrawtransaction']);
    await expect(open(full, full).payouts.broadcast(transfer)).rejects.toMatchObject({ trouble: 'busy', outcome: 'unknown' });
  });
});

describe('reading blocks', () => {
  const contents = [[], [...FUNDS], [PAID], [], []];
  const chain = chainOf(contents);
  const cursorAt = (height: number, of: readonly TestBlock[] = chain) => `${height}:${of[height]?.hash}`;

  test('reports every output of final blocks, and their time as far as no later block can be earlier', async () => {
    const page = await open({ chain }).blocks.read(cursorAt(1), NOW);
    expect(page).toMatchObject({ cursor: cursorAt(3), more: false, watermark: new Date(((chain[3]?.time ?? 0) - 3_000) * 1_000) });
    const reference = `${PAID.txid}:0`;
    expect(page.facts).toEqual([
      {
        network: 'bitcoin',
        account: ours(8),
        reference,
        unit: 'btc',
        amount: 123_456n,
        exactAmount: null,
        memo: '',
        payer: null,
        payerName: null,
        paidAt: new Date((chain[2]?.time ?? 0) * 1_000),
        confirmed: true,
        source: 'bitcoin-block',
        sourceId: reference,
      },
    ]);
    expect(await open({ chain }).blocks.read(cursorAt(3), NOW)).toMatchObject({ facts: [], cursor: cursorAt(3), more: false });
    expect(await open({ chain }).blocks.read(null, NOW)).toMatchObject({ facts: [], cursor: cursorAt(3) });
  });

  test('reads again what replaces blocks that were read, also below the last one', async () => {
    const late = coinAt(ours(5), 42n, 11);
    const other = chainOf([[], [...FUNDS], [late], [PAID], [], []], 7);
    const page = await open({ chain: other }).blocks.read(cursorAt(3), NOW);
    expect(page.facts.map(({ reference }) => reference)).toEqual([...FUNDS, late, PAID].map(({ txid }) => `${txid}:0`));
    expect(page.cursor).toBe(cursorAt(4, other));
  });

  test('a node that is behind loses nothing, one of a much shorter chain is not believed', async () => {
    const behind = chain.slice(0, 3);
    expect(await open({ chain: behind }).blocks.read(cursorAt(3), new Date(NOW.getTime() - 1_200_000))).toMatchObject({
      facts: [],
      cursor: cursorAt(3),
    });
    await expect(open({ chain }).blocks.read(`500:${'aa'.repeat(32)}`, NOW)).rejects.toMatchObject({ trouble: 'unreachable' });
    await expect(open({ chain }).blocks.read('500', NOW)).rejects.toMatchObject({ trouble: 'malformed' });
  });

  test.each<readonly [string, Record<string, (params: Params) => unknown>]>([
    [
      'a block without one of its transactions',
      {
        getblock: ([hash]) => {
          const { hex = '', transactions = [], height } = chain.find((block) => block.hash === hash) ?? {};
          return height === 2 ? `${hex.slice(0, 160)}01${transactions[0]?.hex}` : hex;
        },
      },
    ],
    ['another block', { getblock: () => chain[1]?.hex }],
    ['half a block', { getblock: ([hash]) => chain.find((block) => block.hash === hash)?.hex.slice(0, -10) }],
    [
      'a height that it does not have yet',
      { getblockhash: ([height]) => (height === 0 ? main.genesis : Number(height) > 2 ? refused(-8, 'out of range') : chain[Number(height)]?.hash) },
    ],
  ])('stops at %s: the cursor stays', async (_, answers) => {
    await expect(open({ chain, answers }).blocks.read(cursorAt(1), NOW)).rejects.toMatchObject({ name: 'RailError', outcome: 'not-done' });
  });

  test('goes on with the second node where the first fails', async () => {
    const failing = { chain, answers: { getblock: () => refused(-1, 'Block not available (pruned data)') } };
    expect((await open(failing, { chain }).blocks.read(cursorAt(1), NOW)).facts).toHaveLength(1);
  });

  test('asks the second node where the first has had no block for long: it may have lost its peers', async () => {
    const late = { chain: chain.slice(0, 3) };
    const now = new Date(NOW.getTime() + 16 * 60_000);
    expect((await open(late, { chain }).blocks.read(cursorAt(1), now)).facts).toHaveLength(1);
    expect((await open(late, { chain }).payouts.balances(now)).get('btc')).toBe(3_823_456n);
    expect((await open(late, { mempool: [PAID] }).head.read(null, now)).facts).toHaveLength(1);
    // Neither has newer blocks, or the other one is away: the first is read.
    expect(await open(late, late).blocks.read(cursorAt(1), now)).toMatchObject({ cursor: cursorAt(1) });
    expect(await open(late, 503).blocks.read(cursorAt(1), now)).toMatchObject({ cursor: cursorAt(1) });
  });

  test('new coins of a miner are no payment, but are told', async () => {
    const minted = serialize({ outputs: [{ script: script(ours(5)), amount: 5_000_000_000n }] }, 5);
    const mined = chainOf([[], [], [minted], []]);
    const page = await open({ chain: mined }).blocks.read(cursorAt(1, mined), NOW);
    expect(page.facts).toEqual([]);
    expect(page.otherAssets).toMatchObject([{ account: ours(5), asset: 'coinbase', amount: 5_000_000_000n, txid: minted.txid }]);
  });

  test('what is not final is seen in the wallet, and told once', async () => {
    const seen = await open({ mempool: [PAID] }).head.read(null, NOW);
    const fact = { account: ours(8), amount: 123_456n, reference: `${PAID.txid}:0`, confirmed: false, source: 'bitcoin-head' };
    expect(seen.facts).toMatchObject([{ ...fact, paidAt: new Date(NOW.getTime() - 60_000) }]);
    expect((await open({ mempool: [PAID] }).head.read(seen.cursor, NOW)).facts).toEqual([]);
    const young = chainOf([[], [...FUNDS], [], [PAID]]);
    expect((await open({ chain: young }).head.read(null, NOW)).facts).toMatchObject([fact]);
    expect((await open({ chain: chainOf([[], [...FUNDS], [PAID], []]) }).head.read(null, NOW)).facts).toEqual([]);
  });
});

describe('first-hand confirmation', () => {
  const [young, final] = [chainOf([[], [...FUNDS], [], [PAID]]), chainOf([[], [...FUNDS], [PAID], []])];
  const find = (first: World, second?: World | number, reference = `${PAID.txid}:0`) => open(first, second).firstHand.find(reference, NOW);

  test('needs a final block, and at both nodes the same', async () => {
    const fact = [{ account: ours(8), amount: 123_456n, reference: `${PAID.txid}:0`, confirmed: true }];
    expect(await find({ chain: final })).toMatchObject(fact);
    expect(await find({ chain: young })).toEqual([]);
    expect(await find({ mempool: [PAID] })).toEqual([]);
    expect(await find({})).toEqual([]);
    expect(await find({ chain: final }, { chain: final })).toMatchObject(fact);
    expect(await find({ chain: final }, { chain: young })).toEqual([]);
    const branch = chainOf([[], [...FUNDS], [PAID], []], 3);
    await expect(find({ chain: final }, { chain: branch })).rejects.toMatchObject({ trouble: 'busy' });
    await expect(find({ chain: final }, 500)).rejects.toMatchObject({ name: 'RailError' });
    expect(await find({ chain: final }, undefined, 'none')).toEqual([]);
    expect(await find({ chain: final }, undefined, PAID.txid)).toMatchObject(fact);
  });

  test('is none of a node that stands still', async () => {
    await expect(find({ chain: chainOf([[], [...FUNDS], [PAID], []], -20_000) })).rejects.toMatchObject({ trouble: 'unreachable' });
  });
});

describe('a stuck deposit', () => {
  const rich = coinAt(ours(8), 20_000_000n, 4);
  const waiting = (more: object = {}, feerate = 0.0003) => ({
    mempool: [rich],
    answers: {
      estimatesmartfee: () => ({ feerate }),
      getmempoolentry: () => ({ time: NOW.getTime() / 1_000 - 3_600, ancestorsize: 140, fees: { ancestor: 0.0000014 }, ...more }),
    },
  });
  const reference = `${rich.txid}:0`;

  test('is boosted by a transfer that pays for both, where it is asked for', async () => {
    const { boosts } = open(waiting());
    const [found] = await boosts.find([reference], NOW, []);
    // 30 satoshi for each of 140 and 110 vbytes, less the 140 that are paid.
    expect(found).toEqual({ reference, index: 8, amount: 20_000_000n, cost: 7_360n });
    const boost = await boosts.sign(reference, NOW, []);
    expect(boost?.slots).toEqual([{ wallet: ours(8), resource: reference }]);
    expect(parseTransaction(boost?.raw ?? '').outputs).toEqual([{ script: script(hotWallet.address), amount: 20_000_000n - 7_360n }]);
    expect(await boosts.find([reference], NOW, boost?.slots ?? [])).toEqual([]);
    expect(await boosts.find([`${rich.txid}:1`], NOW, [])).toEqual([]);
  });

  test.each<readonly [string, World]>([
    ['it has waited for some minutes only', waiting({ time: NOW.getTime() / 1_000 - 600 })],
    ['its own fee is good', waiting({ fees: { ancestor: 0.00003 } })],
    ['the fee would be more than three thousandths of it', waiting({ ancestorsize: 5_000 })],
    ['it is not in the mempool any more', { ...waiting(), answers: {} }],
  ])('is left alone when %s', async (_, world) => {
    const { boosts } = open(world);
    expect(await boosts.find([reference], NOW, [])).toEqual([]);
    expect(await boosts.sign(reference, NOW, [])).toBeNull();
  });

  test('is left alone while fees are above our limit', async () => {
    await expect(open(waiting({}, 0.01)).boosts.find([reference], NOW, [])).rejects.toMatchObject({ trouble: 'dear' });
  });
});
