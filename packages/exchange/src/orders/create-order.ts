import { createHash, createHmac } from 'node:crypto';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { ACCOUNT_NAME_INVALID, WAITING } from '@quydoi/contract/lookups';
import type { CreatedOrderView, CreateOrderInput } from '@quydoi/contract/orders';
import type { LeaseDraft } from '@quydoi/database/views/leases';
import { readReserves } from '@quydoi/database/views/ledger';
import { readOrderById, readSupersedable } from '@quydoi/database/views/orders';
import { readRateVersion } from '@quydoi/database/views/settings';
import { ADDRESS_IDLE_DAYS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal, formatGrouped, parseDecimal } from '@quydoi/domain/money';
import { decideCreate } from '@quydoi/domain/order/decide-create';
import type { Order, OrderTerms } from '@quydoi/domain/order/order';
import { largestPayout, maxPayoutFee } from '@quydoi/domain/payout-fee';
import { enteredCurrency, inverse, type Priced, price } from '@quydoi/domain/quote';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/ref';
import type { Settings } from '@quydoi/domain/settings';
import { needsHolderName } from '../config/abilities.ts';
import { rateSlotOf, type Trade, termsOf } from '../config/trade.ts';
import { type Ctx, deciding, newId } from '../context.ts';
import { awaitName } from '../lookups/account-name.ts';
import { request } from './act-on-order.ts';
import type { Admission, Candidate } from './admit-orders.ts';
import type { CreateTools } from './create-tools.ts';
import { checkedBankAccount, checkedDestination, refuseOwnAccount } from './destination.ts';
import { findPage } from './get-order.ts';
import { cashOf, needsOf } from './needs.ts';
import { orderKeyOf } from './order-key.ts';
import { orderViewOf } from './order-view.ts';
import { giveBack, type PayInAccount, takePayInAccount } from './pay-in-account.ts';
import { checkedTrade } from './trade.ts';

/** How long creation waits for a holder's name that it needs. */
const NAME_WAIT_MS = 5_000;
const STALE_RATE_TRIES_MAX = 10;
const STALE_RATE_PAUSE_MS = 300;
const DAY_MS = 86_400_000;

/**
 * Makes an order and holds its money. Checks come in the order that the browser makes them too, so that both name the same first fault.
 * A request that is repeated with its `Idempotency-Key` gets the order that it made before, whatever could be ordered now.
 */
export async function createOrder(ctx: Ctx, tools: CreateTools, caller: Caller, input: CreateOrderInput): Promise<CreatedOrderView> {
  for (let tries = 1; ; tries += 1) {
    const created = await createOnce(ctx, tools, caller, input);
    if (created) return created;
    if (tries >= STALE_RATE_TRIES_MAX) throw new AppError('RATE_CHANGED');
    // An operator is just setting prices; the new one is here in a moment.
    await ctx.clock.sleep(STALE_RATE_PAUSE_MS);
  }
}

/** One try; null when the price that was read had been replaced by the time of writing. */
async function createOnce(ctx: Ctx, tools: CreateTools, caller: Caller, input: CreateOrderInput): Promise<CreatedOrderView | null> {
  const scope = { subject: idempotencyScopeOf(caller, input.destination), key: caller.idempotencyKey, bodyHash: hashOf(input) };
  const earlier = await replay(ctx, tools, scope);
  if (earlier) return earlier;

  const settings = await ctx.settings();
  const { trade, quantity } = await checkedTrade(ctx, await tools.reserves(), { ...input, bank: input.destinationBank ?? null }, input.quantity);
  const destination = checkedDestination(settings, trade.to, input.destination, input.destinationBank ?? null);
  await refuseOwnAccount(ctx, tools.ownAccounts, trade.to, destination);
  const sender = checkedSender(settings, tools, trade, input);
  const priced = price(trade.terms, quantity);
  const name = await holderName(ctx, tools, trade, destination);
  const cash = cashOf(settings, trade, priced);
  refuseUnmetNeeds(settings, caller, trade, cash);
  await refuseWorsePrice(ctx, trade, priced, input.rateVersion);
  const payIn = await takePayInAccount(ctx, tools, trade.from);

  const terms: OrderTerms = {
    id: newId(ctx),
    ref: refFromBytes(ctx.random(REF_BYTES)),
    kind: trade.kind,
    from: trade.from,
    to: trade.to,
    ...priced,
    rate: trade.terms.rate,
    rateVersion: trade.rateVersion,
    cashAmount: cash,
    payInRail: CURRENCIES[trade.from].rail,
    payInAccount: payIn.account,
    payOutRail: CURRENCIES[trade.to].rail,
    destination: destination.account,
    destinationBank: destination.bank,
    destinationName: name,
    ...sender,
    reserve: CURRENCIES[trade.to].reserve,
    held: priced.amountReceived + maxPayoutFee(trade.to, priced.amountReceived, settings.site),
    subject: subjectOf(caller, destination.account),
    origin: originOf(caller, tools),
    customerId: caller.customerId,
    createdAt: ctx.clock.now(),
  };
  return admitted(ctx, tools, scope, terms, payIn, settings);
}

/** Where an `Idempotency-Key` counts, and for which body. */
interface Scope {
  readonly subject: string;
  readonly key: string | null;
  readonly bodyHash: string;
}

async function admitted(
  ctx: Ctx,
  tools: CreateTools,
  scope: Scope,
  terms: OrderTerms,
  payIn: PayInAccount,
  settings: Settings,
): Promise<CreatedOrderView | null> {
  const expiresAt = new Date(terms.createdAt.getTime() + settings.site.timerSeconds * 1000);
  const change = decideCreate(terms, expiresAt, deciding(ctx, 'customer', 'createOrder'));
  const order = change.order?.after as Order;
  const idempotency = scope.key === null ? null : { scope: scope.subject, key: scope.key, bodyHash: scope.bodyHash, orderId: order.id };
  await ctx.checkpoint('create.before-write');
  const admission = await admitOrReplace(ctx, tools, { order, change, idempotency, lease: leaseOf(order, payIn) });
  await ctx.checkpoint('create.after-write');
  if (admission === 'admitted') {
    return { ...orderViewOf(order, change.events, settings, 'keyed', ctx.clock.now()), key: orderKeyOf(order.ref, tools.secrets) };
  }
  if (admission === 'lease-lost') return null;
  await giveBack(ctx, payIn.claim);
  if (admission === 'stale-rate') return null;
  // The same request may have been let in meanwhile, and be what now stands in its own way.
  const twin = await replay(ctx, tools, scope);
  if (twin) return twin;
  switch (admission) {
    case 'repeated':
      return createAgain(order);
    case 'too-many':
      throw new AppError('TOO_MANY_OPEN_ORDERS');
    case 'busy':
      throw new AppError('RESERVE_BUSY');
    case 'reserve-short':
      throw await tooLarge(ctx, order, settings);
  }
}

/** Money that comes to the address after the timer's end is still its order's, so the address stays idle for long. */
function leaseOf(order: Order, { claim }: PayInAccount): LeaseDraft | null {
  if (!claim) return null;
  const freeAt = new Date(order.expiresAt.getTime() + ADDRESS_IDLE_DAYS * DAY_MS);
  return { ...claim, orderId: order.id, fromAt: order.createdAt, untilAt: order.expiresAt, freeAt };
}

/** Lets the order in; when its subject has too many, an older unpaid one like it makes room first. */
async function admitOrReplace(ctx: Ctx, tools: CreateTools, candidate: Candidate): Promise<Admission> {
  const admission = await admitOnce(ctx, tools, candidate);
  if (admission !== 'too-many') return admission;
  const { order, idempotency } = candidate;
  if (idempotency && (await tools.findKeyed(idempotency.scope, idempotency.key))) return 'repeated';
  // Who only names a wallet does not own the orders to it.
  if (order.subject.startsWith(DESTINATION_SUBJECT)) return admission;
  const older = await readSupersedable(ctx.orm, order.subject, order);
  if (!older) return admission;
  await supersede(ctx, older);
  return admitOnce(ctx, tools, candidate);
}

/** Asks for an older order to be dropped. One that was paid or ended meanwhile is out of the way too. */
async function supersede(ctx: Ctx, older: Order): Promise<void> {
  try {
    await request(ctx, older.id, 'supersede');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ORDER_ACTION_NOT_ALLOWED') throw error;
  }
}

/** A write whose outcome got lost is looked up by the id that was made before it. */
async function admitOnce(ctx: Ctx, tools: CreateTools, candidate: Candidate): Promise<Admission> {
  try {
    return await tools.admit(candidate);
  } catch (error) {
    if (await readOrderById(ctx.orm, candidate.order.id).catch(() => null)) return 'admitted';
    throw error;
  }
}

/** Two references alike among 2⁵⁰: the caller tries again. */
function createAgain(order: Order): never {
  throw new AppError('UNAVAILABLE', {}, { conflict: order.id });
}

async function created(ctx: Ctx, tools: CreateTools, ref: string): Promise<CreatedOrderView> {
  const page = await findPage(tools, ref);
  return { ...page.view('keyed'), serverTime: ctx.clock.now(), key: orderKeyOf(ref, tools.secrets) };
}

async function replay(ctx: Ctx, tools: CreateTools, scope: Scope): Promise<CreatedOrderView | null> {
  if (scope.key === null) return null;
  const earlier = await tools.findKeyed(scope.subject, scope.key);
  if (!earlier) return null;
  if (earlier.bodyHash !== scope.bodyHash) throw new AppError('IDEMPOTENCY_CONFLICT');
  const order = await readOrderById(ctx.orm, earlier.orderId);
  return order ? created(ctx, tools, order.ref) : null;
}

function hashOf(input: CreateOrderInput): string {
  const { kind, from, to, quantity, destination, destinationBank, sender, senderBank } = input;
  return createHash('sha256')
    .update(JSON.stringify([kind, from, to, quantity, destination, destinationBank, sender, senderBank]))
    .digest('base64url');
}

const DESTINATION_SUBJECT = 'destination:';
const ORIGIN_LENGTH = 16;

function subjectOf(caller: Caller, destination: string): string {
  if (caller.customerId) return `customer:${caller.customerId}`;
  return caller.deviceId ? `device:${caller.deviceId}` : `${DESTINATION_SUBJECT}${destination}`;
}

/** Where keys count: with their subject; a caller who only names a wallet has them for their own network alone. */
function idempotencyScopeOf(caller: Caller, destination: string): string {
  const subject = subjectOf(caller, destination);
  return subject.startsWith(DESTINATION_SUBJECT) ? `${caller.addressBlock} ${subject}` : subject;
}

/** The caller's network, so that it can be counted by and not be read. */
function originOf(caller: Caller, tools: CreateTools): string {
  return createHmac('sha256', tools.secrets[0]).update(`origin ${caller.addressBlock}`).digest('base64url').slice(0, ORIGIN_LENGTH);
}

/** The account that the customer pays from. A seller of pm has to name it: money from any other is looked at by a person. */
function checkedSender(
  settings: Settings,
  tools: Pick<CreateTools, 'ownAccounts'>,
  trade: Trade,
  input: CreateOrderInput,
): { sender: string | null; senderBank: string | null } {
  if (!input.sender && !(trade.kind === 'sell' && trade.from === 'pm')) return { sender: null, senderBank: null };
  if (trade.from !== 'vnd' || !input.sender) {
    const sender = checkedDestination(settings, trade.from, input.sender ?? '', null).account;
    if (tools.ownAccounts.has(sender)) throw new AppError('WALLET_ADDRESS_INVALID', { currency: CURRENCIES[trade.from].name });
    return { sender, senderBank: null };
  }
  const senderBank = input.senderBank ?? '';
  return { sender: checkedBankAccount(settings, senderBank, input.sender), senderBank };
}

async function holderName(ctx: Ctx, tools: CreateTools, trade: Trade, destination: { account: string; bank: string | null }): Promise<string | null> {
  if (!needsHolderName(trade.to)) return null;
  const name = await awaitName(ctx, tools, destination.bank ?? trade.to, destination.account, NAME_WAIT_MS);
  if (name === WAITING) throw new AppError('ACCOUNT_NAME_WAITING');
  if (name === ACCOUNT_NAME_INVALID) throw new AppError('ACCOUNT_NAME_INVALID');
  return name;
}

function refuseUnmetNeeds(settings: Settings, caller: Caller, trade: Trade, cash: bigint): void {
  const [need] = needsOf(settings, caller, trade.kind, cash);
  if (!need) return;
  const amount = formatGrouped(parseDecimal(settings.site.minOrderLogin, 0) ?? 0n, 0, caller.locale);
  throw new AppError(need, need === 'LOGIN_FOR_AMOUNT' ? { amount } : {});
}

/** Refuses when the price moved against the customer since they saw it; a better one is simply theirs. */
async function refuseWorsePrice(ctx: Ctx, trade: Trade, priced: Priced, seenVersion: number | undefined): Promise<void> {
  if (seenVersion === undefined || seenVersion === trade.rateVersion) return;
  const seen = await readRateVersion(ctx.orm, seenVersion);
  const isOfThisTrade = seen !== null && `${seen.kind} ${seen.key}` === rateSlotOf(trade.kind, trade.from, trade.to);
  const old = isOfThisTrade ? price(termsOf(trade.kind, trade.from, trade.to, seen.value, trade.terms.bankFee), priced.quantity) : null;
  if (old && old.amountSent >= priced.amountSent && old.amountReceived <= priced.amountReceived) return;
  throw new AppError(
    'RATE_CHANGED',
    {},
    {
      rateVersion: trade.rateVersion,
      amountSent: formatDecimal(priced.amountSent, CURRENCIES[trade.from].scale),
      amountReceived: formatDecimal(priced.amountReceived, CURRENCIES[trade.to].scale),
    },
  );
}

/** Somebody else was faster: the reserve no longer covers this order. */
async function tooLarge(ctx: Ctx, order: Order, settings: Settings): Promise<AppError> {
  const { trade } = await checkedTrade(
    ctx,
    await readReserves(ctx.orm),
    { kind: order.kind, from: order.from, to: order.to, bank: order.destinationBank },
    quantityText(order),
  );
  const payable = largestPayout(order.to, trade.limits.reserve, settings.site);
  const max = order.kind === 'buy' ? payable : inverse(trade.terms, payable);
  const code = enteredCurrency(trade.terms);
  return new AppError('QUANTITY_TOO_LARGE', { n: formatDecimal(max, CURRENCIES[code].scale), code });
}

function quantityText(order: Order): string {
  return formatDecimal(order.quantity, CURRENCIES[order.kind === 'buy' ? order.to : order.from].scale);
}
