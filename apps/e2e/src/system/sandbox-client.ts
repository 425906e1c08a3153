import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import type { Received } from '@quydoi/sandbox/control/received';
import type { FaultState } from '@quydoi/sandbox/faults';
import type { Balance, Branch, NetworkDefinition, OwnAccounts, PaymentWay, Transfer, VoucherCode } from '@quydoi/sandbox/network';
import { SIMULATED_NETWORKS, type SimulatedNetworkCode } from '@quydoi/sandbox/networks';
import type { Endpoints } from './endpoints.ts';

/** A transfer in a network's books. Amounts in minor units. */
export type BookedTransfer = Omit<Transfer, 'at'>;

/** The books of one simulated network. */
export interface NetworkBooks {
  /** The exchange's own accounts. */
  readonly ownAccounts: OwnAccounts;
  readonly transfers: readonly BookedTransfer[];
  readonly balances: readonly Balance[];
}

/** The sandbox's books: what really happened, independent of the exchange's database. */
export type SandboxBooks = Readonly<Record<SimulatedNetworkCode, NetworkBooks>>;

/** As JSON writes it: amounts as text. */
type Written<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] };
interface WrittenBooks extends Pick<NetworkBooks, 'ownAccounts'> {
  readonly transfers: readonly Written<BookedTransfer>[];
  readonly balances: readonly Written<Balance>[];
}

/** Reads every transfer and balance that the sandbox's networks have booked. */
export async function readSandboxBooks({ sandboxUrl }: Endpoints): Promise<SandboxBooks> {
  const written = (await ask(sandboxUrl, '/books')) as Readonly<Record<SimulatedNetworkCode, WrittenBooks>>;
  const books = Object.entries(written).map(([code, { ownAccounts, transfers, balances }]) => [
    code,
    {
      ownAccounts,
      transfers: transfers.map((one) => ({ ...one, amount: BigInt(one.amount), fee: BigInt(one.fee) })),
      balances: balances.map((one) => ({ ...one, amount: BigInt(one.amount) })),
    },
  ]);
  return Object.fromEntries(books) as SandboxBooks;
}

/** Everything that reached an account and stayed there, oldest first. */
export async function readReceived({ sandboxUrl }: Endpoints, to: string): Promise<Received[]> {
  return (await ask(sandboxUrl, `/received?to=${encodeURIComponent(to)}`)) as Received[];
}

/** Pays an order as its own instructions say. @throws Error naming why it was not paid; then nothing moved */
export async function payOrder(
  { sandboxUrl }: Endpoints,
  ref: string,
  more: { readonly times?: number; readonly amount?: number } = {},
): Promise<void> {
  await ask(sandboxUrl, '/pay', { ref, ...more });
}

/** Makes a customer's voucher of an amount in dollars. */
export async function makeVoucher({ sandboxUrl }: Endpoints, amount: string): Promise<VoucherCode> {
  return (await ask(sandboxUrl, '/vouchers', { amount: Number(amount) })) as VoucherCode;
}

/** Uses a voucher, as its buyer would. @returns its amount in dollars. @throws Error when it cannot be used */
export async function activateVoucher({ sandboxUrl }: Endpoints, voucher: VoucherCode): Promise<number> {
  return ((await ask(sandboxUrl, '/vouchers/activate', voucher)) as { amount: number }).amount;
}

/** A payment by a customer. Amount as decimal text. */
export interface PaymentDraft {
  readonly rail: SimulatedNetworkCode;
  readonly currency: CurrencyCode;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly memo: string;
  /** Booking time by the provider's clock; now if omitted. */
  readonly at?: Date;
  readonly way?: PaymentWay;
}

/** Makes a payment. @returns `unknown` when the connection broke before an answer. @throws Error when the provider refuses it */
export async function makePayment({ sandboxUrl }: Endpoints, draft: PaymentDraft): Promise<'made' | 'not-made' | 'unknown'> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(draft) };
  const response = await payOnce(new URL('/transfer', sandboxUrl), init);
  if (typeof response === 'string') return response;
  if (!response.ok) throw new Error(`the sandbox refused ${JSON.stringify(draft)}: ${response.status} ${await response.text()}`);
  return 'made';
}

/**
 * Confirms a payment on the provider's page. @param fields the shop's, and the paying account as `payer`
 * @returns `not-made` also when the page refuses the payment, `unknown` when the connection broke before an answer
 */
export async function confirmCheckout(
  { sandboxUrl }: Endpoints,
  rail: SimulatedNetworkCode,
  fields: Readonly<Record<string, string>>,
): Promise<'made' | 'not-made' | 'unknown'> {
  const { checkoutPath }: Pick<NetworkDefinition<unknown>, 'checkoutPath'> = SIMULATED_NETWORKS[rail];
  if (checkoutPath === undefined) throw new Error(`${rail} has no page for paying`);
  const response = await payOnce(new URL(checkoutPath, sandboxUrl), { method: 'POST', body: new URLSearchParams(fields) });
  if (typeof response === 'string') return response;
  await response.body?.cancel();
  return response.ok ? 'made' : 'not-made';
}

/** Calls an address that moves money. Only a refused connection is known not to have delivered the request. */
function payOnce(url: URL, init: RequestInit): Promise<Response | 'not-made' | 'unknown'> {
  const reasonOf = (error: unknown) => (error as { cause?: { code?: string } }).cause?.code;
  return fetch(url, init).catch((error: unknown) => (reasonOf(error) === 'ECONNREFUSED' ? 'not-made' : 'unknown'));
}

/** Submits the code that a held payout waits for at payOS. */
export async function submitOtpCode({ sandboxUrl }: Endpoints, key: string): Promise<void> {
  await ask(sandboxUrl, '/otp', { key, code: '123456' });
}

/** Sets how often a fault happens from now on; 0 switches it off. */
export async function setFault({ sandboxUrl }: Endpoints, rail: string, kind: string, count: number): Promise<void> {
  await ask(sandboxUrl, '/faults', { rail, kind, count });
}

/** Sets what all sources of prices tell from now on. @param price in dollars; in dong for the dollar */
export async function setMarketPrice({ sandboxUrl }: Endpoints, reference: ReferenceCode, price: number): Promise<void> {
  await ask(sandboxUrl, '/prices', { reference, price });
}

/** Replaces the newest blocks of a chain. @throws Error when it was not done */
export async function reorganise({ sandboxUrl }: Endpoints, rail: SimulatedNetworkCode, depth: number, branch: Branch): Promise<void> {
  await ask(sandboxUrl, '/reorganise', { rail, depth, branch });
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
