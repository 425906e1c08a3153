import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { createPaymentReader } from '../../testing/payment-reader.ts';
import { ANSWER_TIMEOUT_MS, type Provider, serve } from '../../testing/serve.ts';
import type { PayoutRequest } from '../payout.ts';
import type { SignedTransfer } from '../signed-payout.ts';
import { transferData } from './abi.ts';
import { base58Of, hexOf } from './address.ts';
import type { TronTransfer } from './build.ts';
import { createTronRail, type TronRailOptions } from './index.ts';
import { tronKeys, tronXpub } from './keys.ts';
import { readSigned } from './transaction.ts';

const mnemonic = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
/** What the words give (the first vector of BIP 39, without its passphrase); to work it out for every test would take most of their time. */
const seed = '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const HOT = tronKeys({ mnemonic }).hotWallet.address;
const CUSTOMER = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const NOW = new Date('2026-03-01T10:00:00Z');
const HEAD = 70_000_000;

type Answers = Record<string, unknown>;
type Answer = (path: string, body: Record<string, unknown>) => unknown;

const hex = (address: string) => hexOf(address) ?? '';
const word = (text: string) => text.padStart(64, '0');
const block = (number: number, at = NOW.getTime() - 57_000, transactions: unknown[] = []) => ({
  blockID: number.toString(16).padStart(16, '0') + 'c'.repeat(48),
  block_header: { raw_data: { number, timestamp: at, txTrieRoot: (transactions.length > 0 ? 'd' : '0').repeat(64) } },
  ...(transactions.length > 0 ? { transactions } : {}),
});
const GOOD: Answers = {
  'walletsolidity/getnowblock': block(HEAD),
  'wallet/triggerconstantcontract': { result: { result: true }, energy_used: 64_285, constant_result: [word('1')] },
  'walletsolidity/triggerconstantcontract': { result: { result: true }, energy_used: 900, constant_result: [word('5f5e100')] },
  'wallet/getchainparameters': {
    chainParameter: [
      { key: 'getCreateAccountFee', value: 100_000 },
      { key: 'getEnergyFee', value: 100 },
      { key: 'getTransactionFee', value: 1_000 },
      { key: 'x' },
    ],
  },
  'wallet/getaccount': { address: hex(HOT), balance: 500_000_000 },
  'wallet/getaccountresource': {},
  'wallet/broadcasttransaction': { result: true, txid: 'a'.repeat(64) },
  'walletsolidity/gettransactioninfobyid': {},
};

const open: Provider[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((provider) => provider.close()));
});

/** A node that answers well, but for what is said otherwise. A number is a status. */
async function node(more: Answers | Answer = {}): Promise<Provider> {
  const provider = await serve((response, request) => {
    const path = (request.url ?? '').slice(1);
    const body = JSON.parse(provider.asked.at(-1)?.body ?? '{}') as Record<string, unknown>;
    const special = typeof more === 'function' ? more(path, body) : more[path];
    const answer = special === undefined ? GOOD[path] : special;
    if (typeof answer === 'number') response.writeHead(answer).end('no');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  open.push(provider);
  return provider;
}

async function railOn(more: Answers | Answer = {}, options: Partial<TronRailOptions> = {}) {
  const provider = await node(more);
  const rail = createTronRail({ node: { baseUrl: provider.url }, secret: { seed }, timeoutMs: ANSWER_TIMEOUT_MS, ...options });
  const { payouts, sweeps, sources, nodes } = rail;
  if (!payouts || !sweeps || !sources) throw new Error('a part is missing');
  return { payouts, sweeps, payments: createPaymentReader(sources, () => NOW), provider, nodes };
}

const request = (more: Partial<PayoutRequest> = {}): PayoutRequest => ({
  key: 'attempt-1',
  currency: 'trc20',
  amount: 12_345_678n,
  destination: CUSTOMER,
  destinationBank: null,
  memo: 'EX24A7K9Q2',
  ...more,
});
const rawOf = (transfer: SignedTransfer) => readSigned(transfer.raw)?.raw_data ?? null;

describe('capabilities', () => {
  test('exist exactly for the secrets and nodes that the process has', () => {
    const parts = (options: Partial<TronRailOptions>) => Object.keys(createTronRail({ timeoutMs: 1, ...options })).sort();
    const reach = { node: { baseUrl: 'http://127.0.0.1:1' } };
    expect(parts({})).toEqual(['code']);
    expect(parts({ xpub: tronXpub({ mnemonic }) })).toEqual(['addresses', 'code']);
    expect(parts(reach)).toEqual(['code', 'firstHand', 'sources']);
    expect(parts({ secret: { mnemonic } })).toEqual(['addresses', 'code', 'ownAccounts']);
    expect(parts({ ...reach, secret: { mnemonic } })).toEqual(['addresses', 'code', 'firstHand', 'ownAccounts', 'payouts', 'sources', 'sweeps']);
    expect(parts({ ...reach, secret: { privateKey: '11'.repeat(32) } })).toEqual(['code', 'firstHand', 'ownAccounts', 'payouts', 'sources']);
  });

  test('derive the same deposit addresses from the secret as from the extended public key', () => {
    const addressesOf = (options: Partial<TronRailOptions>) => {
      const { addresses } = createTronRail({ timeoutMs: 1, ...options });
      return [0, 1, 7_000].map((index) => addresses?.derive(index));
    };
    expect(addressesOf({ secret: { mnemonic } })).toEqual(addressesOf({ xpub: tronXpub({ mnemonic }) }));
    expect(new Set(addressesOf({ secret: { mnemonic } })).size).toBe(3);
  });
});

describe('signing', () => {
  test('refers to the irreversible head and expires by the chain’s clock', async () => {
    const { payouts, provider } = await railOn();
    const transfer = await payouts.sign(request(), NOW);
    const raw = rawOf(transfer);
    expect(raw).toMatchObject({
      ref_block_bytes: (HEAD & 0xffff).toString(16).padStart(4, '0'),
      ref_block_hash: 'c'.repeat(16),
      timestamp: NOW.getTime(),
    });
    const call = raw?.contract[0];
    expect(call?.parameter.value).toEqual({
      owner_address: hex(HOT),
      contract_address: hex(USDT),
      data: transferData(hex(CUSTOMER), 12_345_678n),
    });
    const validMs = transfer.validUntil.getTime() - (NOW.getTime() - 57_000);
    expect(validMs).toBeGreaterThanOrEqual(300_000);
    expect(validMs).toBeLessThan(301_000);
    expect(raw?.expiration).toBe(transfer.validUntil.getTime());
    const estimate = 64_285 * 100;
    expect(raw?.fee_limit).toBeGreaterThanOrEqual(estimate * 1.2);
    expect(raw?.fee_limit).toBeLessThan(estimate * 1.2 + 2 ** 20);
    expect(provider.asked.some(({ path }) => path.includes('broadcast'))).toBe(false);
  });

  test('is deterministic, and differs for another key in the same millisecond', async () => {
    const { payouts } = await railOn();
    const [one, again, other] = [
      await payouts.sign(request(), NOW),
      await payouts.sign(request(), NOW),
      await payouts.sign(request({ key: 'attempt-2' }), NOW),
    ];
    expect(again).toEqual(one);
    expect(other.txid).not.toBe(one.txid);
  });

  test.each<[string, Answers]>([
    ['an estimate above the limit', { 'wallet/triggerconstantcontract': { result: { result: true }, energy_used: 300_001 } }],
    ['an absurd price', { 'wallet/getchainparameters': { chainParameter: [{ key: 'getEnergyFee', value: 2 ** 50 }] } }],
    ['no price', { 'wallet/getchainparameters': { chainParameter: [] } }],
    ['a negative price', { 'wallet/getchainparameters': { chainParameter: [{ key: 'getEnergyFee', value: -1 }] } }],
    ['no estimate', { 'wallet/triggerconstantcontract': { result: { result: true } } }],
    ['a call that would revert', { 'wallet/triggerconstantcontract': { result: { result: true, message: '524556455254' }, energy_used: 500 } }],
    ['a head from long ago', { 'walletsolidity/getnowblock': block(HEAD, NOW.getTime() - 400_000) }],
    ['a head from the future', { 'walletsolidity/getnowblock': block(HEAD, NOW.getTime() + 400_000) }],
    ['a head with the id of another', { 'walletsolidity/getnowblock': { ...block(HEAD), blockID: block(HEAD + 1).blockID } }],
    ['too little TRX', { 'wallet/getaccount': { balance: 5_000_000 } }],
    ['an account that does not exist', { 'wallet/getaccount': {} }],
    ['a node that cannot', { 'walletsolidity/getnowblock': { Error: 'class java.lang.NullPointerException : null' } }],
    ['an overloaded node', { 'wallet/triggerconstantcontract': { Error: 'lack of computing resources' } }],
    ['too many requests', { 'wallet/getchainparameters': 429 }],
    ['a failing node', { 'wallet/triggerconstantcontract': 500 }],
    ['something else', { 'walletsolidity/getnowblock': '<html>' }],
  ])('signs nothing if %s', async (_, answers) => {
    const { payouts } = await railOn(answers);
    await expect(payouts.sign(request(), NOW)).rejects.toMatchObject({ name: 'RailError', outcome: 'not-done' });
  });

  const refusal = { result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') }, energy_used: 500 };
  const outOfTime = { result: { code: 'OTHER_ERROR', message: Buffer.from('OutOfTimeException : CPU timeout').toString('hex') } };
  const contractAnswers = (answers: Readonly<Record<string, string>>): Answer => {
    return (path, body) => {
      if (path !== 'wallet/triggerconstantcontract') return undefined;
      const selector = String(body.function_selector);
      const value = answers[selector] ?? '0';
      return selector.startsWith('transfer') ? refusal : { result: { result: true }, energy_used: 900, constant_result: [word(value)] };
    };
  };

  test.each<[string, Answers | Answer, string]>([
    ['an overloaded node', { 'wallet/triggerconstantcontract': { Error: 'class java.lang.Exception : lack of computing resources' } }, 'busy'],
    ['a node out of time', { 'wallet/triggerconstantcontract': outOfTime }, 'busy'],
    ['a contract that refuses this transfer', contractAnswers({ 'balanceOf(address)': (12_345_678).toString(16) }), 'refused'],
    ['a wallet with too few tokens', contractAnswers({ 'balanceOf(address)': (12_345_677).toString(16) }), 'short'],
    ['a paused token', contractAnswers({ 'paused()': '1' }), 'suspended'],
    ['a deprecated token', contractAnswers({ 'deprecated()': '1' }), 'suspended'],
    ['a blacklisted wallet', contractAnswers({ 'getBlackListStatus(address)': '1' }), 'suspended'],
  ])('%s is told as such', async (_, answers, trouble) => {
    const { payouts } = await railOn(answers);
    await expect(payouts.sign(request(), NOW)).rejects.toMatchObject({ trouble, outcome: 'not-done' });
  });

  test('a blacklisted deposit address is refused by itself; the switches of the whole token suspend its sweeps', async () => {
    const missing = async (answers: Readonly<Record<string, string>>) =>
      (await railOn(contractAnswers(answers), { timeoutMs: 60_000 })).sweeps.feeMissing('trc20', 3, 1n);
    const failure = { trouble: 'refused', outcome: 'not-done', message: 'the token has blacklisted the deposit address' };
    await expect(missing({ 'getBlackListStatus(address)': '1' })).rejects.toMatchObject(failure);
    await expect(missing({ 'paused()': '1' })).rejects.toMatchObject({ trouble: 'suspended' });
  });

  test('the switches of the token are read beforehand too', async () => {
    const suspension = async (answers: Readonly<Record<string, string>>) => (await railOn(contractAnswers(answers))).payouts.suspension(NOW);
    expect(await suspension({})).toBeNull();
    expect(await suspension({ 'paused()': '1' })).toBe('the token is paused');
    expect(await suspension({ 'basisPointsRate()': 'a' })).toBe('the token keeps a fee of each transfer');
  });

  test('requires no TRX if staked energy and free bandwidth suffice', async () => {
    const staked = { EnergyLimit: 100_000, EnergyUsed: 20_000, freeNetLimit: 600 };
    const { payouts } = await railOn({ 'wallet/getaccount': {}, 'wallet/getaccountresource': staked });
    expect(await payouts.sign(request(), NOW)).toMatchObject({ txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  const priced = (energySun: number, byteSun: number) => ({
    chainParameter: [
      { key: 'getEnergyFee', value: energySun },
      { key: 'getTransactionFee', value: byteSun },
    ],
  });
  // 64 285 units and a fifth, and 345 bytes.
  test.each([
    ['at the chain’s prices', priced(100, 1_000), {}, 77_142 * 100 + 345_000],
    ['at dearer energy', priced(210, 1_000), {}, 77_142 * 210 + 345_000],
    ['at dearer bandwidth', priced(100, 3_000), {}, 77_142 * 100 + 3 * 345_000],
    ['less staked energy', priced(100, 1_000), { EnergyLimit: 50_000, EnergyUsed: 10_000 }, 37_142 * 100 + 345_000],
    ['less the daily free bandwidth', priced(100, 1_000), { freeNetLimit: 600, freeNetUsed: 255 }, 77_142 * 100],
    ['less staked bandwidth', priced(100, 1_000), { NetLimit: 345, freeNetLimit: 600, freeNetUsed: 600 }, 77_142 * 100],
    ['with too little free bandwidth', priced(100, 1_000), { freeNetLimit: 600, freeNetUsed: 256 }, 77_142 * 100 + 345_000],
  ])('requires the TRX that the transfer may burn %s: a wallet that lacks one sun is short', async (_, prices, resources, sun) => {
    const answers = (balance: number) => ({
      'wallet/getchainparameters': prices,
      'wallet/getaccountresource': resources,
      'wallet/getaccount': { balance },
    });
    const [enough, short] = [await railOn(answers(sun)), await railOn(answers(sun - 1))];
    expect(await enough.payouts.sign(request(), NOW)).toMatchObject({ slots: [] });
    await expect(short.payouts.sign(request(), NOW)).rejects.toMatchObject({ trouble: 'short', outcome: 'not-done' });
    expect(await short.sweeps.feeMissing('trc20', 3, 1_000_000n)).toBe(1n);
  });

  test('tells how far the TRX goes, with staked energy at its price', async () => {
    const { payouts } = await railOn({ 'wallet/getaccountresource': { EnergyLimit: 50_000 } });
    const perTransferMax = 30_000_000n + 345_000n;
    expect(await payouts.feeCoin(NOW)).toEqual({ balance: 500_000_000n + 5_000_000n, perTransfer: 13_445_000n, perTransferMax });
  });

  test('is not done at a price above what we pay, which is the network’s trouble and told in TRX', async () => {
    const { payouts, sweeps } = await railOn({ 'wallet/getchainparameters': priced(500, 1_000) });
    const dear = { trouble: 'dear', outcome: 'not-done', message: 'a transfer would cost 32.14 TRX, above the limit of 30.00 TRX' };
    await expect(payouts.sign(request(), NOW)).rejects.toMatchObject(dear);
    await expect(sweeps.feeMissing('trc20', 3, 1_000_000n)).rejects.toMatchObject(dear);
    const { perTransfer, perTransferMax = 0n } = await payouts.feeCoin(NOW);
    expect(perTransfer).toBeGreaterThan(perTransferMax);
  });

  test.each([USDT, HOT, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', `${CUSTOMER}x`, ''])(
    'to %j nothing is signed',
    async (destination) => {
      const { payouts } = await railOn();
      await expect(payouts.sign(request({ destination }), NOW)).rejects.toMatchObject({ outcome: 'not-done' });
    },
  );

  test('rejects a zero amount', async () => {
    const { payouts } = await railOn();
    for (const amount of [0n, -1n]) await expect(payouts.sign(request({ amount }), NOW)).rejects.toMatchObject({ outcome: 'not-done' });
  });

  test('caps the fee limit, and rejects implausible estimates', async () => {
    const { payouts } = await railOn({}, { feeLimitSunMax: 6_500_000 });
    const feeLimit = rawOf(await payouts.sign(request(), NOW))?.fee_limit ?? 0;
    expect(feeLimit).toBeLessThan(6_500_000 + 2 ** 20);
    expect(feeLimit).toBeGreaterThanOrEqual(6_500_000);
  });

  test('takes only head, times and fee limit from the node', async () => {
    const evil = { ...block(HEAD), transaction: { raw_data: { contract: [] } }, visible: true };
    const { payouts } = await railOn({
      'walletsolidity/getnowblock': evil,
      'wallet/triggerconstantcontract': {
        result: { result: true },
        energy_used: 64_285,
        transaction: { raw_data: { contract: [{ parameter: { value: { data: transferData(hex(HOT), 1n) } } }] } },
      },
    });
    const honest = await (await railOn()).payouts.sign(request(), NOW);
    expect(await payouts.sign(request(), NOW)).toEqual(honest);
  });
});

describe('sending', () => {
  test('sends the stored bytes as they are', async () => {
    const { payouts, provider } = await railOn();
    const transfer = await payouts.sign(request(), NOW);
    await payouts.broadcast(transfer);
    await payouts.broadcast(transfer);
    const sent = provider.asked.filter(({ path }) => path === '/wallet/broadcasttransaction').map(({ body }) => body);
    expect(sent).toEqual([transfer.raw, transfer.raw]);
  });

  test.each(['DUP_TRANSACTION_ERROR', 'TRANSACTION_EXPIRATION_ERROR', 'SIGERROR', 'BANDWITH_ERROR', 'CONTRACT_VALIDATE_ERROR'])(
    '%s decides nothing',
    async (code) => {
      const { payouts } = await railOn({ 'wallet/broadcasttransaction': { code, txid: 'a'.repeat(64), message: '00' } });
      await expect(payouts.broadcast(await payouts.sign(request(), NOW))).resolves.toBeUndefined();
    },
  );

  test.each<[string, unknown, string]>([
    ['busy', { code: 'SERVER_BUSY', message: '00' }, 'busy'],
    ['without connections', { code: 'NO_CONNECTION', message: '00' }, 'busy'],
    ['with few connections', { code: 'NOT_ENOUGH_EFFECTIVE_CONNECTION', message: '00' }, 'busy'],
    ['behind with its blocks', { code: 'BLOCK_UNSOLIDIFIED', message: '00' }, 'busy'],
    ['in trouble of its own', { code: 'OTHER_ERROR', message: '00' }, 'busy'],
    ['overloaded', { Error: 'class java.lang.Exception : lack of computing resources' }, 'busy'],
    ['silent', {}, 'malformed'],
    ['asked too often', 429, 'busy'],
    ['failing', 502, 'unreachable'],
    ['elsewhere', '<html>captcha</html>', 'malformed'],
  ])('reports a node that is %s, with an unknown outcome', async (_, answer, trouble) => {
    const { payouts } = await railOn({ 'wallet/broadcasttransaction': answer });
    await expect(payouts.broadcast(await payouts.sign(request(), NOW))).rejects.toMatchObject({ trouble, outcome: 'unknown' });
  });

  test('never sends an altered stored transfer', async () => {
    const { payouts, provider } = await railOn();
    const transfer = await payouts.sign(request(), NOW);
    const other = await payouts.sign(request({ amount: 1n }), NOW);
    const changed = transfer.raw.replaceAll(hex(CUSTOMER).slice(2), hex(base58Of('ab'.repeat(20))).slice(2));
    expect(changed).not.toBe(transfer.raw);
    for (const raw of [other.raw, changed, '', '{}']) {
      await expect(payouts.broadcast({ ...transfer, raw })).rejects.toMatchObject({ trouble: 'malformed' });
      await expect(payouts.status([{ ...transfer, raw }])).rejects.toMatchObject({ trouble: 'malformed' });
    }
    expect(provider.asked.some(({ path }) => path.includes('broadcast'))).toBe(false);
  });
});

const log = (from: string, to: string, amount: bigint, contract = USDT) => ({
  address: hex(contract).slice(2),
  topics: [TOPIC, word(hex(from).slice(2)), word(hex(to).slice(2))],
  data: word(amount.toString(16)),
});
const info = (id: string, logs: unknown[], more: object = {}) => ({
  id,
  fee: 6_773_500,
  blockNumber: HEAD + 1,
  blockTimeStamp: NOW.getTime(),
  contract_address: hex(USDT),
  receipt: { result: 'SUCCESS', energy_usage_total: 64_285 },
  log: logs,
  ...more,
});

describe('status', () => {
  const transferOf = async () => (await railOn()).payouts.sign(request(), NOW);
  const late = (transfer: TronTransfer, ms: number) => ({ 'walletsolidity/getnowblock': block(HEAD + 500, transfer.validUntil.getTime() + ms) });
  const infoPath = 'walletsolidity/gettransactioninfobyid';

  test('is paid only by the log of this very transfer', async () => {
    const transfer = await transferOf();
    const paid = await railOn({ [infoPath]: info(transfer.txid, [log(HOT, CUSTOMER, 12_345_678n)]) });
    expect(await paid.payouts.status([transfer])).toEqual({ state: 'paid', reference: transfer.txid, fee: 6_773_500n, at: NOW });
    const others = [[], [log(HOT, CUSTOMER, 12_345_679n)], [log(CUSTOMER, HOT, 12_345_678n)], [log(HOT, CUSTOMER, 12_345_678n, CUSTOMER)]];
    for (const logs of others) {
      const { payouts } = await railOn({ [infoPath]: info(transfer.txid, logs), ...late(transfer, 86_400_000) });
      await expect(payouts.status([transfer])).rejects.toMatchObject({ trouble: 'malformed' });
    }
  });

  test('paid with less when the token keeps a fee: the log to the destination says what arrived', async () => {
    const transfer = await transferOf();
    const fee = log(HOT, USDT, 12_345n);
    for (const logs of [
      [log(HOT, CUSTOMER, 12_333_333n), fee],
      [fee, log(HOT, CUSTOMER, 12_333_333n)],
    ]) {
      const { payouts } = await railOn({ [infoPath]: info(transfer.txid, logs) });
      expect(await payouts.status([transfer])).toMatchObject({ state: 'paid', reference: transfer.txid, arrived: 12_333_333n });
    }
  });

  test.each(['OUT_OF_ENERGY', 'REVERT', 'OUT_OF_TIME'])('is failed, with its fee, for %s', async (result) => {
    const transfer = await transferOf();
    const { payouts } = await railOn({ [infoPath]: info(transfer.txid, [], { result: 'FAILED', receipt: { result } }) });
    expect(await payouts.status([transfer])).toMatchObject({ state: 'failed', fee: 6_773_500n, detail: expect.stringContaining(result) });
  });

  test('is expired only if the irreversible head is past the expiration and the transfer is not in it', async () => {
    const transfer = await transferOf();
    for (const ms of [-1, 0, 30_000]) expect(await (await railOn(late(transfer, ms))).payouts.status([transfer])).toEqual({ state: 'pending' });
    expect(await (await railOn(late(transfer, 30_001))).payouts.status([transfer])).toEqual({ state: 'expired' });
    const included = await railOn({ ...late(transfer, 86_400_000), [infoPath]: info(transfer.txid, [log(HOT, CUSTOMER, 12_345_678n)]) });
    expect(await included.payouts.status([transfer])).toMatchObject({ state: 'paid' });
  });

  test('requests the head before the transaction', async () => {
    const transfer = await transferOf();
    const { payouts, provider } = await railOn(late(transfer, 60_000));
    await payouts.status([transfer]);
    expect(provider.asked.map(({ path }) => path)).toEqual(['/walletsolidity/getnowblock', `/${infoPath}`]);
  });

  test('requires a second node to agree', async () => {
    const transfer = await transferOf();
    const withSecond = async (more: Answers) => {
      const second = await node(more);
      return (await railOn(late(transfer, 60_000), { secondNode: { baseUrl: second.url } })).payouts.status([transfer]);
    };
    expect(await withSecond(late(transfer, 60_000))).toEqual({ state: 'expired' });
    expect(await withSecond(late(transfer, 0))).toEqual({ state: 'pending' });
    expect(await withSecond({ [infoPath]: info(transfer.txid, [log(HOT, CUSTOMER, 12_345_678n)]) })).toMatchObject({ state: 'paid' });
    await expect(withSecond({ [infoPath]: 503 })).rejects.toMatchObject({ trouble: 'busy' });
    const second = await node({ [infoPath]: info(transfer.txid, [log(HOT, CUSTOMER, 12_345_678n)]) });
    const first = { [infoPath]: 503 };
    expect(await (await railOn(first, { secondNode: { baseUrl: second.url } })).payouts.status([transfer])).toMatchObject({ state: 'paid' });
  });

  test.each<[string, unknown]>([
    ['an error', { Error: 'class org.tron.core.exception.StoreException : x' }],
    ['another transaction', info('b'.repeat(64), [])],
    ['no result', { ...info('', []), receipt: {} }],
    ['null', 'null'],
    ['a list', []],
    ['no JSON', ''],
    ['429', 429],
  ])('is not absent: %s', async (name, answer) => {
    const transfer = await transferOf();
    const said = name === 'no result' ? { ...(answer as object), id: transfer.txid } : answer;
    const { payouts } = await railOn({ ...late(transfer, 86_400_000), [infoPath]: said });
    await expect(payouts.status([transfer])).rejects.toMatchObject({ name: 'RailError' });
  });

  test('is paid, failed or expired only by explicit evidence, whatever a node responds', async () => {
    const transfer = await transferOf();
    let answer: unknown;
    const { payouts } = await railOn((path) =>
      path === infoPath ? answer : path.endsWith('getnowblock') ? late(transfer, 60_000)[path as never] : undefined,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.jsonValue(), fc.record({ id: fc.constant(transfer.txid), receipt: fc.jsonValue(), fee: fc.jsonValue() })),
        async (any) => {
          answer = JSON.stringify(any);
          const status = await payouts.status([transfer]).catch((error) => error);
          const isEmpty = typeof any === 'object' && any !== null && !Array.isArray(any) && Object.keys(any).length === 0;
          if (isEmpty) expect(status).toEqual({ state: 'expired' });
          else expect(status).toMatchObject({ name: 'RailError' });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a node that stands still', () => {
  const OLD: Answers = {
    'walletsolidity/getnowblock': block(HEAD - 1_000, NOW.getTime() - 600_000),
    'wallet/getnowblock': block(HEAD - 1_000, NOW.getTime() - 600_000),
  };
  const still = { trouble: 'unreachable', outcome: 'not-done', message: 'the node stands still: its newest block is 10 minutes old' };

  test('counts as failed, however well it answers', async () => {
    const { payouts, payments } = await railOn(OLD);
    await expect(payouts.balances(NOW)).rejects.toMatchObject(still);
    await expect(payouts.feeCoin(NOW)).rejects.toMatchObject(still);
    await expect(payouts.suspension(NOW)).rejects.toMatchObject(still);
    await expect(payouts.sign(request(), NOW)).rejects.toMatchObject({ outcome: 'not-done' });
    await expect(payments.scan(String(HEAD - 1_000), () => true)).rejects.toMatchObject(still);
    await expect(payments.scan(null, () => true)).rejects.toMatchObject(still);
    await expect(payments.scanHead(String(HEAD - 1_000), () => true)).rejects.toMatchObject(still);
  });

  test('is made up for by the second one, which reads, signs and passes on', async () => {
    const second = await node({ 'wallet/getnowblock': block(HEAD), 'wallet/getaccount': { balance: 77_000_000 } });
    const { payouts, payments } = await railOn(OLD, { secondNode: { baseUrl: second.url } });
    expect((await payouts.balances(NOW)).get('trx')).toBe(77_000_000n);
    expect(await payouts.feeCoin(NOW)).toMatchObject({ balance: 77_000_000n });
    expect(await payments.scan(String(HEAD), () => true)).toMatchObject({ cursor: String(HEAD) });
    expect(await payments.scanHead(String(HEAD), () => true)).toMatchObject({ cursor: String(HEAD) });
    const transfer = await payouts.sign(request(), NOW);
    expect(rawOf(transfer)?.ref_block_bytes).toBe((HEAD & 0xffff).toString(16).padStart(4, '0'));
    await payouts.broadcast(transfer);
    expect(second.asked.filter(({ path }) => path === '/wallet/broadcasttransaction')).toHaveLength(1);
  });

  test('is told by name where there are two, and by nothing of its own where it is alone', async () => {
    const second = await node({ 'wallet/getnowblock': block(HEAD) });
    const { nodes = [] } = await railOn(OLD, { secondNode: { baseUrl: second.url } });
    expect(nodes.map(({ name }) => name)).toEqual(['node 1', 'node 2']);
    await expect(nodes[0]?.requireWell(NOW)).rejects.toMatchObject(still);
    await expect(nodes[1]?.requireWell(NOW)).resolves.toBeUndefined();
    expect((await railOn(OLD)).nodes).toBeUndefined();
  });

  test('what one node takes was taken; what none takes is told by the first one’s trouble', async () => {
    const busy = { 'wallet/broadcasttransaction': { code: 'SERVER_BUSY' } };
    const [good, bad] = [await node(), await node(busy)];
    const one = await railOn(busy, { secondNode: { baseUrl: good.url } });
    await one.payouts.broadcast(await one.payouts.sign(request(), NOW));
    const none = await railOn({ 'wallet/broadcasttransaction': 500 }, { secondNode: { baseUrl: bad.url } });
    await expect(none.payouts.broadcast(await none.payouts.sign(request(), NOW))).rejects.toMatchObject({
      trouble: 'unreachable',
      outcome: 'unknown',
    });
  });

  test('does not make the second one asked for what the first one refused', async () => {
    const second = await node();
    const { payouts } = await railOn({ 'wallet/getaccount': { balance: 1 } }, { secondNode: { baseUrl: second.url } });
    await expect(payouts.sign(request(), NOW)).rejects.toMatchObject({ trouble: 'short' });
    expect(second.asked).toEqual([]);
  });
});

describe('status 401', () => {
  const balancesBy = async (text: string) => {
    const provider = await serve((response) => void response.writeHead(401).end(text));
    open.push(provider);
    return createTronRail({ node: { baseUrl: provider.url }, secret: { seed }, timeoutMs: ANSWER_TIMEOUT_MS }).payouts?.balances(NOW);
  };

  test('is a refused key when TronGrid says so', async () => {
    await expect(balancesBy('{"Error":"ApiKey not exists"}')).rejects.toMatchObject({ trouble: 'credentials' });
  });

  test.each(['<html><h1>401 Authorization Required</h1></html>', '', '{}', '"no"', 'null'])(
    'is the trouble of something before the node: %j',
    async (text) => {
      await expect(balancesBy(text)).rejects.toMatchObject({ trouble: 'unreachable', outcome: 'not-done' });
    },
  );
});

describe('balances and sweeps', () => {
  test('reads USDT from the irreversible side, and TRX', async () => {
    const { payouts } = await railOn();
    const balances = await payouts.balances(NOW);
    expect(balances.get('usdt-tron')).toBe(100_000_000n);
    expect(balances.get('trx')).toBe(500_000_000n);
    expect(payouts.maxFee(1_000n)).toBe(0n);
  });

  test('throws for an unreadable balance', async () => {
    for (const words of [[], [''], ['zz'.repeat(32)], ['00']]) {
      const { payouts } = await railOn({ 'walletsolidity/triggerconstantcontract': { result: { result: true }, constant_result: words } });
      await expect(payouts.balances(NOW)).rejects.toMatchObject({ name: 'RailError' });
    }
  });

  test('sweeps from the deposit address to the hot wallet, leaving one unit', async () => {
    const { sweeps, payouts } = await railOn();
    const deposit = tronKeys({ mnemonic }).deposit?.(7).address ?? '';
    await expect(sweeps.signSweep('trc20', 7, 100_000_000n, NOW)).rejects.toMatchObject({ outcome: 'not-done' });
    const sweep = await sweeps.signSweep('trc20', 7, 99_999_999n, NOW);
    expect(rawOf(sweep)?.contract[0].parameter.value).toMatchObject({ owner_address: hex(deposit), data: transferData(hex(HOT), 99_999_999n) });
    const fund = await sweeps.signFund(7, 8_000_000n, NOW);
    expect(rawOf(fund)?.contract[0].parameter.value).toEqual({ owner_address: hex(HOT), to_address: hex(deposit), amount: 8_000_000 });
    await expect(sweeps.signFund(7, 0n, NOW)).rejects.toMatchObject({ outcome: 'not-done' });
    await expect(payouts.broadcast(fund)).resolves.toBeUndefined();
  });

  test('are by the second node when the first refuses its key', async () => {
    const second = await node();
    const { sweeps } = await railOn(() => 403, { secondNode: { baseUrl: second.url } });
    expect(await sweeps.balance('trc20', 7, NOW)).toBe(100_000_000n);
    expect(await sweeps.feeMissing('trc20', 7, 99_999_999n, undefined, NOW)).toBe(0n);
    expect((await sweeps.signSweep('trc20', 7, 99_999_999n, NOW)).txid).toHaveLength(64);
    expect((await sweeps.signFund(7, 8_000_000n, NOW)).txid).toHaveLength(64);
  });

  test('are by the second node when the first stands still, and its no to them is none', async () => {
    const second = await node();
    const before = { 'walletsolidity/getnowblock': block(HEAD - 1_000, NOW.getTime() - 600_000), 'wallet/getaccount': {} };
    const nothing = { 'walletsolidity/triggerconstantcontract': { result: { result: true }, constant_result: [word('0')] } };
    const { sweeps } = await railOn({ ...before, ...nothing }, { secondNode: { baseUrl: second.url } });
    expect(await sweeps.balance('trc20', 7, NOW)).toBe(100_000_000n);
    expect((await sweeps.signSweep('trc20', 7, 99_999_999n, NOW)).txid).toHaveLength(64);
    expect((await sweeps.signFund(7, 8_000_000n, NOW)).txid).toHaveLength(64);
  });

  test('leaves the TRX that payouts need', async () => {
    // For thirty transfers to new holders.
    const { sweeps } = await railOn({ 'wallet/getaccount': { address: hex(HOT), balance: 30 * 13_445_000 + 7_999_999 } });
    await expect(sweeps.signFund(7, 8_000_000n, NOW)).rejects.toMatchObject({ trouble: 'short', outcome: 'not-done' });
    expect((await sweeps.signFund(7, 7_999_999n, NOW)).txid).toHaveLength(64);
  });
});

describe('payments', () => {
  const ours = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
  const isOurs = (address: string) => address === ours;
  /** Blocks without transactions, but for one with these results. */
  const at =
    (number: number, infos: readonly { id: string }[], transactions: readonly { txID: string }[] = infos.map(({ id }) => ({ txID: id }))): Answer =>
    (path, body) => {
      if (path === 'walletsolidity/gettransactioninfobyblocknum') return body.num === number ? infos : [];
      if (path !== 'walletsolidity/getblockbylimitnext') return undefined;
      const [start, end] = [Number(body.startNum), Number(body.endNum)];
      const numbers = Array.from({ length: end - start }, (_, index) => start + index);
      return { block: numbers.map((each) => block(each, timeOf(each), each === number ? [...transactions] : [])) };
    };
  const timeOf = (number: number) => NOW.getTime() - 57_000 - (HEAD - number) * 3_000;
  const first = HEAD - 2;
  const watermark = new Date(NOW.getTime() - 57_000);

  test('starts at the newest block', async () => {
    const { payments } = await railOn();
    expect(await payments.scan(null, isOurs)).toEqual({ facts: [], cursor: String(HEAD), more: false, watermark });
  });

  test('are read in the newest blocks down to the irreversible head', async () => {
    const txid = 'd'.repeat(64);
    const asked: number[] = [];
    const { payments } = await railOn((path, body) => {
      if (path === 'wallet/getnowblock') return block(HEAD + 30);
      if (path !== 'wallet/gettransactioninfobyblocknum') return undefined;
      asked.push(Number(body.num));
      return body.num === HEAD + 29 ? [info(txid, [log(CUSTOMER, ours, 10_000n)], { blockNumber: HEAD + 29 })] : [];
    });
    expect(await payments.scanHead(null, isOurs)).toEqual({ facts: [], cursor: String(HEAD + 30), more: false });
    const older = await payments.scanHead(String(HEAD - 100), isOurs);
    expect(older).toEqual({ facts: [], cursor: String(HEAD + 25), more: true });
    expect(await payments.scanHead(older.cursor, isOurs)).toMatchObject({
      cursor: String(HEAD + 30),
      more: false,
      facts: [{ amount: 10_000n, reference: `${txid}:0`, confirmed: false, source: 'tron-head' }],
    });
    expect(asked).toEqual(Array.from({ length: 25 }, (_, index) => HEAD + 6 + index));
    expect((await payments.scanHead(String(HEAD + 29), isOurs)).facts).toEqual([]);
  });

  test('include each transfer to an address of ours, also several in one transaction', async () => {
    const strangers = log(CUSTOMER, HOT, 5n);
    const logs = [
      strangers,
      log(CUSTOMER, ours, 25_000_000n),
      log(CUSTOMER, ours, 9_999n),
      log(CUSTOMER, ours, 10_000n),
      log(CUSTOMER, ours, 90_000n, CUSTOMER),
    ];
    const txid = 'd'.repeat(64);
    const { payments } = await railOn(at(first, [info(txid, logs, { blockNumber: first }), info('e'.repeat(64), [], { blockNumber: first })]));
    const page = await payments.scan(String(first - 1), isOurs);
    expect(page).toMatchObject({ cursor: String(HEAD), more: false, watermark });
    expect(page.facts).toEqual(
      [
        { amount: 25_000_000n, reference: `${txid}:1` },
        { amount: 10_000n, reference: `${txid}:3` },
      ].map((fact) => ({
        ...fact,
        network: 'tron',
        account: ours,
        unit: 'usdt-tron',
        exactAmount: null,
        memo: '',
        payer: CUSTOMER,
        payerName: null,
        paidAt: NOW,
        confirmed: true,
        source: 'tron-block',
        sourceId: fact.reference,
      })),
    );
  });

  test('exclude failed transactions and other logs', async () => {
    const moved = log(CUSTOMER, ours, 25_000n);
    const infos = [
      info('1'.repeat(64), [moved], { blockNumber: first, result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } }),
      info('2'.repeat(64), [moved], { blockNumber: first, receipt: { result: 'REVERT' } }),
      info('3'.repeat(64), [{ ...moved, topics: [word('1'), ...moved.topics.slice(1)] }], { blockNumber: first }),
    ];
    const { payments } = await railOn(at(first, infos));
    expect((await payments.scan(String(first - 1), isOurs)).facts).toEqual([]);
  });

  test('are read in pages up to the head; beyond it the cursor stays', async () => {
    const { payments } = await railOn(at(0, []), { blocksMax: 2 });
    const nothing = { facts: [], otherAssets: [] };
    const through = (number: number) => new Date(timeOf(number));
    expect(await payments.scan(String(HEAD - 3), isOurs)).toEqual({ ...nothing, cursor: String(HEAD - 1), more: true, watermark: through(HEAD - 1) });
    expect(await payments.scan(String(HEAD - 1), isOurs)).toEqual({ ...nothing, cursor: String(HEAD), more: false, watermark: through(HEAD) });
    expect(await payments.scan(String(HEAD), isOurs)).toEqual({ facts: [], cursor: String(HEAD), more: false });
    expect(await payments.scan(String(HEAD + 9), isOurs)).toEqual({ facts: [], cursor: String(HEAD + 9), more: false });
  });

  test('of a node that has restarted below what was read are trouble, however new they are', async () => {
    const { payments } = await railOn(at(0, []));
    await expect(payments.scan(String(HEAD + 26), isOurs)).rejects.toMatchObject({
      trouble: 'unreachable',
      outcome: 'not-done',
      message: 'the node’s newest block is 26 blocks below the last that was read',
    });
    // As a number that log lines do not take for an account's.
    await expect(payments.scan(String(HEAD + 1_234_567), isOurs)).rejects.toThrow('is 1,234,567 blocks below');
    expect(await payments.scan(String(HEAD + 25), isOurs)).toMatchObject({ facts: [], cursor: String(HEAD + 25) });
  });

  test('the watermark is the time of the last block that was read, whatever time the head claims', async () => {
    const { payments } = await railOn((path, body) =>
      path === 'walletsolidity/getnowblock' ? block(HEAD, NOW.getTime() + 3_600_000) : at(0, [])(path, body),
    );
    expect((await payments.scan(String(first), isOurs)).watermark).toEqual(watermark);
  });

  test('empty blocks cost one call for all of them', async () => {
    const { payments, provider } = await railOn(at(0, []));
    await payments.scan(String(HEAD - 10), isOurs);
    expect(provider.asked.map(({ path }) => path)).toEqual(['/walletsolidity/getnowblock', '/walletsolidity/getblockbylimitnext']);
  });

  test('other tokens, TRX and assets of the chain are told apart from USDT; dust and what failed are not', async () => {
    const id = (digit: string) => digit.repeat(64);
    const token = 'TLBaRhANQoJFTqre9Nf1mjuwNWjCJeYqUL';
    const coin = (txID: string, value: object, type = 'TransferContract', contractRet = 'SUCCESS') => ({
      txID,
      raw_data: { contract: [{ type, parameter: { value: { owner_address: hex(CUSTOMER), to_address: hex(ours), ...value } } }] },
      ret: [{ contractRet }],
    });
    const transactions = [
      { txID: id('1') },
      coin(id('2'), { amount: 5_000_000 }),
      coin(id('3'), { amount: 7, asset_name: '1002000' }, 'TransferAssetContract'),
      coin(id('4'), { amount: 99_999 }),
      coin(id('5'), { amount: 5_000_000 }, 'TransferContract', 'OUT_OF_ENERGY'),
      coin(id('6'), { amount: 'x' }),
    ];
    const infos = transactions.map(({ txID }) => info(txID, [], { blockNumber: first }));
    infos[0] = info(id('1'), [log(CUSTOMER, ours, 3n, token), log(CUSTOMER, ours, 25_000n)], { blockNumber: first });
    const { payments } = await railOn(at(first, infos, transactions));
    const { facts, otherAssets } = await payments.scan(String(first - 1), isOurs);
    expect(facts.map(({ amount }) => amount)).toEqual([25_000n]);
    const from = { account: ours, payer: CUSTOMER };
    expect(otherAssets).toEqual([
      { ...from, asset: token, amount: 3n, reference: `${id('1')}:0`, txid: id('1') },
      { ...from, asset: 'trx', amount: 5_000_000n, reference: id('2'), txid: id('2') },
      { ...from, asset: 'TRC10 1002000', amount: 7n, reference: id('3'), txid: id('3') },
    ]);
  });

  const whole = at(first, [info('1'.repeat(64), [], { blockNumber: first })]);
  /** Blocks as a node tells them that leaves all transactions out. */
  const untold = ({ startNum, endNum }: Record<string, unknown>, root: string | null = 'd'.repeat(64)) => {
    const numbers = Array.from({ length: Number(endNum) - Number(startNum) }, (_, index) => Number(startNum) + index);
    return {
      block: numbers.map((each) => ({
        ...block(each),
        block_header: { raw_data: { number: each, timestamp: timeOf(each), ...(root === null ? {} : { txTrieRoot: root }) } },
      })),
    };
  };

  test('are read by the second node when the first tells a block without the transactions that its header has', async () => {
    const second = await node(at(first, [info('1'.repeat(64), [log(CUSTOMER, ours, 25_000n)], { blockNumber: first })]));
    const { payments } = await railOn((path, body) => (path.endsWith('limitnext') ? untold(body) : undefined), {
      secondNode: { baseUrl: second.url },
    });
    const page = await payments.scan(String(first - 1), isOurs);
    expect(page).toMatchObject({ cursor: String(HEAD), facts: [{ amount: 25_000n, reference: `${'1'.repeat(64)}:0`, confirmed: true }] });
  });

  test('are trouble of the node when it is alone and tells such a block, and no more is read meanwhile', async () => {
    const { payments } = await railOn((path, body) => (path.endsWith('limitnext') ? untold(body) : undefined));
    await expect(payments.scan(String(first - 1), isOurs)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
  });

  test.each<[string, Answer]>([
    ['blocks that the node does not have', (path, body) => (path.endsWith('limitnext') ? {} : whole(path, body))],
    ['fewer blocks than asked for', (path, body) => (path.endsWith('limitnext') ? { block: [block(first)] } : whole(path, body))],
    ['other blocks', (path, body) => (path.endsWith('limitnext') ? { block: [1, 2, 3].map((n) => block(first + n)) } : whole(path, body))],
    ['a block without its results', (path, body) => (path.endsWith('blocknum') ? {} : whole(path, body))],
    [
      'half of a block’s results',
      at(first, [info('1'.repeat(64), [], { blockNumber: first })], [{ txID: '1'.repeat(64) }, { txID: '2'.repeat(64) }]),
    ],
    ['a block without the transactions that its header has', (path, body) => (path.endsWith('limitnext') ? untold(body) : whole(path, body))],
    ['an empty block whose header does not say so', (path, body) => (path.endsWith('limitnext') ? untold(body, null) : whole(path, body))],
    [
      'results of a transaction that its block lacks',
      at(
        first,
        ['1', '2'].map((id) => info(id.repeat(64), [], { blockNumber: first })),
        [{ txID: '1'.repeat(64) }],
      ),
    ],
    ['results of another block', at(first, [info('1'.repeat(64), [])])],
    ['a broken transfer', at(first, [info('1'.repeat(64), [{ ...log(CUSTOMER, ours, 1n), data: '12' }], { blockNumber: first })])],
    ['an error', (path, body) => (path.endsWith('blocknum') ? { Error: 'x' } : whole(path, body))],
    ['429', (path, body) => (path.endsWith('blocknum') ? 429 : whole(path, body))],
    ['403', (path, body) => (path.endsWith('limitnext') ? 403 : whole(path, body))],
  ])('discard the page for %s', async (_, answer) => {
    const { payments } = await railOn(answer);
    await expect(payments.scan(String(first - 1), isOurs)).rejects.toMatchObject({ name: 'RailError', outcome: 'not-done' });
  });

  test('reject a malformed cursor', async () => {
    const { payments } = await railOn();
    for (const cursor of ['', 'x', '-1', '1e3']) await expect(payments.scan(cursor, isOurs)).rejects.toMatchObject({ trouble: 'malformed' });
  });
});
