import type { Received } from '@quydoi/sandbox/door/money';
import type { FaultRail, FaultState } from '@quydoi/sandbox/faults';
import type { Endpoints } from './endpoints.ts';

/** A transfer as the simulated bank booked it. Amount in dong. */
export interface BankMovement {
  readonly reference: string;
  readonly payer: string;
  readonly payee: string;
  readonly amount: number;
  readonly memo: string;
}

/** A transfer as the simulated Perfect Money booked it. Amount and fee in cents; the fee is the payer's, on top. */
export interface WalletMovement {
  readonly batch: number;
  readonly payer: string;
  readonly payee: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly paymentId: string;
  readonly memo: string;
}

/** A payout as the simulated payOS has it. Amount in dong. */
export interface PayOsMovement {
  readonly key: string;
  readonly account: string;
  readonly amount: number;
  readonly state: 'HELD' | 'RECEIVED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED' | 'REVERSED';
}

/** A transfer of USDT in a block of the simulated chain. Amount in millionths. */
export interface TokenMovement {
  readonly txid: string;
  readonly logIndex: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** Money of an address of the simulated chain: TRX in sun, USDT in millionths. */
export interface TronAccount {
  readonly account: string;
  readonly sun: bigint;
  readonly usdt: bigint;
}

/** What really happened outside, whatever the exchange believes. */
export interface SandboxBooks {
  readonly bank: readonly BankMovement[];
  readonly payOs: readonly PayOsMovement[];
  readonly perfectMoney: readonly WalletMovement[];
  readonly tron: readonly TokenMovement[];
  readonly tronAccounts: readonly TronAccount[];
  /** The exchange's accounts, and what is left in those that it pays out of. */
  readonly ours: {
    readonly collection: { readonly account: string };
    readonly perfectMoney: { readonly account: string; readonly balance: bigint };
    readonly payOs: { readonly account: string; readonly balance: bigint };
    readonly tron: { readonly account: string };
  };
}

/** Every movement that the sandbox's providers have booked. */
export async function readSandboxBooks({ sandboxUrl }: Endpoints): Promise<SandboxBooks> {
  const { bank, payOs, perfectMoney, tronIncluded, tronAccounts, ours } = (await ask(sandboxUrl, '/books')) as WrittenBooks;
  return {
    bank,
    payOs,
    perfectMoney: perfectMoney.map((movement) => ({ ...movement, amount: BigInt(movement.amount), fee: BigInt(movement.fee) })),
    tron: tronIncluded.map((movement) => ({ ...movement, amount: BigInt(movement.amount) })),
    tronAccounts: tronAccounts.map(({ account, sun, usdt }) => ({ account, sun: BigInt(sun), usdt: BigInt(usdt) })),
    ours: {
      ...ours,
      perfectMoney: { ...ours.perfectMoney, balance: BigInt(ours.perfectMoney.balance) },
      payOs: { ...ours.payOs, balance: BigInt(ours.payOs.balance) },
    },
  };
}

/** As JSON writes it: amounts as text. */
type Written<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] };
interface WrittenBooks {
  readonly bank: BankMovement[];
  readonly payOs: PayOsMovement[];
  readonly perfectMoney: Written<WalletMovement>[];
  readonly tronIncluded: Written<TokenMovement>[];
  readonly tronAccounts: Written<TronAccount>[];
  readonly ours: {
    readonly collection: { readonly account: string };
    readonly perfectMoney: { readonly account: string; readonly balance: string };
    readonly payOs: { readonly account: string; readonly balance: string };
    readonly tron: { readonly account: string };
  };
}

/** What arrived at an account or wallet, oldest first. */
export async function readReceived({ sandboxUrl }: Endpoints, to: string): Promise<Received[]> {
  return (await ask(sandboxUrl, `/received?to=${encodeURIComponent(to)}`)) as Received[];
}

/** Pays an order as its own instructions say. @throws Error naming why it could not be paid; then nothing was paid */
export async function payOrder(
  { sandboxUrl }: Endpoints,
  ref: string,
  more: { readonly times?: number; readonly amount?: number } = {},
): Promise<void> {
  await ask(sandboxUrl, '/pay', { ref, ...more });
}

/** A payment as a customer makes it: amount as decimal text, `at` when the provider says that it happened. */
export interface PaymentDraft {
  readonly rail: 'bank' | 'perfect-money' | 'tron';
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly memo: string;
  readonly at?: Date;
}

/** Makes a payment. @returns whether it was made: `unknown` when the connection broke. @throws Error when the provider refuses it */
export async function pay({ sandboxUrl }: Endpoints, draft: PaymentDraft): Promise<'made' | 'not-made' | 'unknown'> {
  let response: Response;
  try {
    response = await fetch(new URL('/transfer', sandboxUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(draft),
    });
  } catch (error) {
    // Nobody listened, so nobody heard.
    return (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED' ? 'not-made' : 'unknown';
  }
  if (!response.ok) throw new Error(`the sandbox refused ${JSON.stringify(draft)}: ${response.status} ${await response.text()}`);
  return 'made';
}

/** Gives the code that a payout waits for at payOS. */
export async function submitOtpCode({ sandboxUrl }: Endpoints, key: string): Promise<void> {
  await ask(sandboxUrl, '/otp', { key, code: '123456' });
}

/** Lets a fault happen `count` times from now on; 0 switches it off. */
export async function setFault({ sandboxUrl }: Endpoints, rail: FaultRail, kind: string, count: number): Promise<void> {
  await ask(sandboxUrl, '/faults', { rail, kind, count });
}

/** Every fault with how often it will still happen and has happened. */
export async function readFaults({ sandboxUrl }: Endpoints): Promise<FaultState[]> {
  return (await ask(sandboxUrl, '/faults')) as FaultState[];
}

async function ask(baseUrl: string, path: string, body?: object): Promise<unknown> {
  const init = body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {};
  const response = await fetch(new URL(path, baseUrl), init);
  const text = await response.text();
  if (!response.ok) throw new Error(`the sandbox answered ${path} with ${response.status}: ${text}`);
  return JSON.parse(text);
}
