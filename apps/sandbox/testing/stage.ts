import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBankRail } from '@quydoi/rails/bank/index';
import { sweeperOf } from '@quydoi/rails/evm/sweeper';
import { createPerfectMoneyRail } from '@quydoi/rails/perfect-money/index';
import { createWebMoneyRail } from '@quydoi/rails/webmoney/index';
import { openKeyFile } from '@quydoi/rails/webmoney/key-file';
import { makeSandboxKey } from '@quydoi/rails/webmoney/sandbox-key';
import { type BankPace, DEFAULT_COLLECTION_ACCOUNT } from '../src/bank/options.ts';
import { type BitcoinPace, DEFAULT_WALLET as DEFAULT_BITCOIN_WALLET } from '../src/bitcoin/options.ts';
import type { Received } from '../src/control/received.ts';
import { DEFAULT_WALLETS as DEFAULT_EVM_WALLETS, type EvmOptions, type EvmPace } from '../src/evm/options.ts';
import type { FaultState } from '../src/faults.ts';
import { NETWORK_LIST, type NetworkOptions } from '../src/networks.ts';
import type { SandboxOptions } from '../src/options.ts';
import { DEFAULT_WALLET, type PerfectMoneyPace } from '../src/perfect-money/options.ts';
import { type ListeningSandbox, startSandbox } from '../src/sandbox.ts';
import type { SmsOptions } from '../src/sms/options.ts';
import { DEFAULT_WALLET as DEFAULT_TRON_WALLET, type TronPace } from '../src/tron/options.ts';
import { DEFAULT_PURSE, DEFAULT_WMID, type WebMoneyPace } from '../src/webmoney/options.ts';

/** Delays of every network. */
type Pace = BankPace & PerfectMoneyPace & WebMoneyPace & TronPace & EvmPace & BitcoinPace;

/** Short delays, so that tests of them take little time. */
export const PACE: Pace = {
  webhookStepMs: 40,
  webhookTimeoutMs: 10_000,
  slowLookupMs: 400,
  lateBookingMs: 1_000,
  historyDelayMs: 1_000,
  statusStepMs: 40,
  listDelayMs: 1_000,
  protectedMs: 3_600_000,
  notificationStepMs: 40,
  payoutStepMs: 150,
  slowPayoutMs: 500,
  reversalMs: 300,
  otpLifeMs: 2_000,
  blockMs: 60,
  solidBlocks: 3,
  listPerSecondMax: 1000,
};

/** A webhook as the exchange got it. */
export interface Caught {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: Date;
}

/** An exchange that knows some orders and catches webhooks. */
export interface FakeExchange {
  readonly url: string;
  /** Of SePay. */
  readonly caught: Caught[];
  readonly caughtOfCasso: Caught[];
  readonly orders: Map<string, Record<string, unknown>>;
  /** Calls of WebMoney's result URL, as form fields, and the answer to its question. */
  readonly merchantCalls: Record<string, string>[];
  merchantAnswer: string;
  /** Calls of Perfect Money's status URL, as form fields. */
  readonly statusCalls: Record<string, string>[];
  /** Vouchers submitted to orders, as JSON; one that was submitted before is refused. */
  readonly submitted: Record<string, string>[];
  /** Status that webhooks are answered with. */
  status: number;
  close(): Promise<void>;
}

/** What the control API answers. */
interface StageAnswer {
  readonly paid?: Received[];
  readonly error?: string;
  readonly number?: string;
  readonly code?: string;
  readonly amount?: number;
}

/** A sandbox on a free port with the exchange's own rails pointed at it. */
export interface Stage {
  readonly exchange: FakeExchange;
  readonly sandbox: ListeningSandbox;
  readonly bank: ReturnType<typeof bankOf>;
  readonly pm: ReturnType<typeof createPerfectMoneyRail>;
  readonly wm: ReturnType<typeof createWebMoneyRail>;
  readonly options: SandboxOptions;
  post(path: string, body: unknown): Promise<{ status: number; json: StageAnswer }>;
  received(to: string): Promise<Received[]>;
  faults(): Promise<FaultState[]>;
  fault(rail: string, kind: string, count?: number): Promise<void>;
  hits(rail: string, kind: string): Promise<number | undefined>;
  /** Stops the sandbox's clock, so that a slow machine misses no state that lasts for a limited time. @returns a function that advances the clock by some milliseconds */
  stopClock(): (ms: number) => void;
  close(): Promise<void>;
}

/** Options of the provider of SMS. */
export const SMS: SmsOptions = { apiKey: 'sms-key', secretKey: 'sms-secret', brandName: 'QuyDoi', text: 'Ma (1 lan) cua ban la {code}.' };
export const ACCOUNT = DEFAULT_COLLECTION_ACCOUNT;
export const WALLET = DEFAULT_WALLET;

const SANDBOX_RANDOM = { hex: (bytes: number) => randomBytes(bytes).toString('hex'), integer: (min: number) => min };
const KEY_FILE = makeSandboxKey(SANDBOX_RANDOM, DEFAULT_WMID, 'password').replace('sandbox-', '');
/** The exchange's key of WM Keeper WinPro. */
const WINPRO_KEY = openKeyFile(Buffer.from(KEY_FILE, 'hex'), DEFAULT_WMID, 'password');

/** Another account that SePay watches, and a virtual one of `ACCOUNT`. */
export const OTHER_ACCOUNT = '0011004567999';
export const VIRTUAL_ACCOUNT = '96247VA01';

export async function openStage(
  more: { pace?: Partial<Pace>; verified?: boolean; timeoutMs?: number; appotaPayOpening?: number } = {},
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const exchange = await openExchange();
  const pace = { ...PACE, ...more.pace };
  let stoppedAtMs: number | null = null;
  const options: SandboxOptions = {
    dataFolder: folder,
    exchangeUrl: exchange.url,
    now: () => (stoppedAtMs === null ? new Date() : new Date(stoppedAtMs)),
    sms: SMS,
    networks: {
      ...defaultOptions(),
      bank: {
        sepay: { secret: 's3cret', tokens: ['token', 'signer-token'], webhookUrl: `${exchange.url}/webhooks/sepay` },
        casso: { secret: 'c4sso', keys: ['casso-key', 'casso-signer-key'], webhookUrl: `${exchange.url}/webhooks/casso` },
        vietQr: { clientId: 'client', apiKey: 'key' },
        appotaPay: { partnerCode: 'QUYDOI', apiKey: 'ap-key', secretKey: 'ap-secret', opening: more.appotaPayOpening ?? 0 },
        payOs: { clientId: 'po-client', apiKey: 'po-key', checksumKey: 'po-checksum', account: '0011009876543' },
        collectionAccount: ACCOUNT,
        linkedAccounts: [OTHER_ACCOUNT],
        virtualAccounts: new Map([[VIRTUAL_ACCOUNT, ACCOUNT]]),
        pace,
      },
      'perfect-money': { accountId: '7654321', passPhrase: 'pass & phrase=1', wallet: WALLET, alternatePassphrase: 'alternate', pace },
      webmoney: {
        purse: DEFAULT_PURSE,
        wmid: DEFAULT_WMID,
        token: 'wm-token',
        modulus: WINPRO_KEY.modulus,
        merchantSecret: 'wm-s3cret',
        resultUrl: `${exchange.url}/webhooks/webmoney`,
        pace,
      },
      tron: { wallet: DEFAULT_TRON_WALLET, pace },
      ethereum: evmOptionsOf(DEFAULT_EVM_WALLETS.ethereum, pace),
      bsc: evmOptionsOf(DEFAULT_EVM_WALLETS.bsc, pace),
      bitcoin: { wallet: DEFAULT_BITCOIN_WALLET, pace },
    },
  };
  const sandbox = await startSandbox(options, 0);
  const timeoutMs = more.timeoutMs ?? 20_000;
  const bank = bankOf(options, sandbox.url, timeoutMs);
  const pm = createPerfectMoneyRail({
    accountId: '7654321',
    passPhrase: 'pass & phrase=1',
    baseUrl: sandbox.url,
    payerAccount: WALLET,
    verified: more.verified ?? true,
    timeoutMs,
  });
  const wm = createWebMoneyRail({
    jsonUrl: `${sandbox.url}/json/V1`,
    token: 'wm-token',
    ourPurse: DEFAULT_PURSE,
    interfacesUrl: sandbox.url,
    passportsUrl: sandbox.url,
    winPro: { wmid: DEFAULT_WMID, key: WINPRO_KEY },
    timeoutMs,
  });
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: (await response.json()) as StageAnswer };
  };
  const received = async (to: string) => (await (await fetch(`${sandbox.url}/received?to=${to}`)).json()) as Received[];
  const faults = async () => (await (await fetch(`${sandbox.url}/faults`)).json()) as FaultState[];
  return {
    exchange,
    sandbox,
    bank,
    pm,
    wm,
    options,
    post,
    received,
    faults,
    async fault(rail, kind, count = 1) {
      const { status } = await post('/faults', { rail, kind, count });
      if (status !== 200) throw new Error(`no fault ${rail} ${kind}`);
    },
    hits: async (rail, kind) => (await faults()).find((fault) => fault.rail === rail && fault.kind === kind)?.hits,
    stopClock() {
      const startMs = Date.now();
      stoppedAtMs = startMs;
      return (ms) => {
        stoppedAtMs = (stoppedAtMs ?? startMs) + ms;
      };
    },
    async close() {
      await sandbox.close();
      await exchange.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every network's options in an empty environment. */
function defaultOptions(): NetworkOptions {
  return Object.fromEntries(NETWORK_LIST.map(([code, { options }]) => [code, options.parse({})])) as unknown as NetworkOptions;
}

/** The bank rail with all its parts, pointed at the sandbox. */
function bankOf({ networks }: SandboxOptions, url: string, timeoutMs: number) {
  const { payOs } = networks.bank;
  return createBankRail({
    sepay: { secrets: ['older', 's3cret'], apiBaseUrl: url, apiToken: 'token' },
    casso: { keys: ['older', 'c4sso'], apiBaseUrl: `${url}/casso`, apiKey: 'casso-key' },
    vietQr: { baseUrl: url, clientId: 'client', apiKey: 'key' },
    payOs: { ...payOs, baseUrl: url, sourceAccount: payOs.account },
    timeoutMs,
  });
}

async function openExchange(): Promise<FakeExchange> {
  const caught: Caught[] = [];
  const caughtOfCasso: Caught[] = [];
  const orders = new Map<string, Record<string, unknown>>();
  const merchantCalls: Record<string, string>[] = [];
  const statusCalls: Record<string, string>[] = [];
  const submitted: Record<string, string>[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (request.url === '/webhooks/sepay' || request.url === '/webhooks/casso') {
      const of = request.url === '/webhooks/casso' ? caughtOfCasso : caught;
      of.push({ headers: request.headers as Record<string, string>, body, at: new Date() });
      response.writeHead(exchange.status).end('{"success":true}');
      return;
    }
    if (request.url === '/webhooks/webmoney') {
      const fields = Object.fromEntries(new URLSearchParams(body));
      merchantCalls.push(fields);
      response.writeHead(exchange.status).end(fields.LMI_PREREQUEST === '1' ? exchange.merchantAnswer : '{"success":true}');
      return;
    }
    if (request.url === '/webhooks/perfect-money') {
      statusCalls.push(Object.fromEntries(new URLSearchParams(body)));
      response.writeHead(exchange.status).end('{"success":true}');
      return;
    }
    if (request.url === '/api/v1/try_evoucher') {
      const fields = JSON.parse(body);
      const isFirst = !submitted.some((other) => other.evoucher_number === fields.evoucher_number);
      submitted.push(fields);
      const answer = isFirst ? { status: 'success', message: '' } : { status: 'error', error: 'VOUCHER_SUBMITTED', message: 'Submitted before' };
      response.writeHead(isFirst ? 200 : 409, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      return;
    }
    const data = orders.get(JSON.parse(body).ref);
    const answer = data ? { status: 'success', message: '', data } : { status: 'error', error: 'ORDER_NOT_FOUND', message: 'Not found' };
    response.writeHead(data ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const exchange: FakeExchange = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caught,
    caughtOfCasso,
    orders,
    merchantCalls,
    merchantAnswer: 'YES',
    statusCalls,
    submitted,
    status: 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return exchange;
}

/** Element of a list. @throws Error when the index is out of range */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}

/** Waits until a condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > endMs) throw new Error('the condition did not hold in time');
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** Options of a chain on which the sweeper of a wallet is deployed. */
function evmOptionsOf(wallet: string, pace: EvmPace): EvmOptions {
  return { wallet, pace, deployment: sweeperOf(wallet).deployment };
}
