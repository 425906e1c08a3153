import type { Received } from '@quydoi/sandbox/door/money';
import type { FaultRail, FaultState } from '@quydoi/sandbox/faults';
import type { Place } from './place.ts';

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

/** What really happened outside, whatever the exchange believes. */
export interface WorldBooks {
  readonly bank: readonly BankMovement[];
  readonly perfectMoney: readonly WalletMovement[];
}

/** Every movement that the sandbox's providers have booked. */
export async function readWorldBooks({ sandboxUrl }: Place): Promise<WorldBooks> {
  const books = (await ask(sandboxUrl, '/books')) as { bank: BankMovement[]; perfectMoney: (WalletMovement & { amount: string; fee: string })[] };
  return {
    bank: books.bank,
    perfectMoney: books.perfectMoney.map((movement) => ({ ...movement, amount: BigInt(movement.amount), fee: BigInt(movement.fee) })),
  };
}

/** What arrived at an account or wallet, oldest first. */
export async function readReceived({ sandboxUrl }: Place, to: string): Promise<Received[]> {
  return (await ask(sandboxUrl, `/received?to=${encodeURIComponent(to)}`)) as Received[];
}

/** Pays an order as its own instructions say. @throws Error naming why it could not be paid; then nothing was paid */
export async function payOrder({ sandboxUrl }: Place, ref: string, more: { readonly times?: number; readonly amount?: number } = {}): Promise<void> {
  await ask(sandboxUrl, '/pay', { ref, ...more });
}

/** Makes any bank transfer, without asking the exchange. */
export async function transfer({ sandboxUrl }: Place, to: string, amount: number, memo: string): Promise<void> {
  await ask(sandboxUrl, '/transfer', { rail: 'bank', to, amount, memo });
}

/** Lets a fault happen `count` times from now on; 0 switches it off. */
export async function setFault({ sandboxUrl }: Place, rail: FaultRail, kind: string, count: number): Promise<void> {
  await ask(sandboxUrl, '/faults', { rail, kind, count });
}

/** Every fault with how often it will still happen and has happened. */
export async function readFaults({ sandboxUrl }: Place): Promise<FaultState[]> {
  return (await ask(sandboxUrl, '/faults')) as FaultState[];
}

async function ask(baseUrl: string, path: string, body?: object): Promise<unknown> {
  const init = body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {};
  const response = await fetch(new URL(path, baseUrl), init);
  const text = await response.text();
  if (!response.ok) throw new Error(`the sandbox answered ${path} with ${response.status}: ${text}`);
  return JSON.parse(text);
}
