import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import type { LeaseDraft } from '@quydoi/database/repositories/leases';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { readBalances } from '@quydoi/database/repositories/wallets';
import { CURRENCIES, type CurrencyCode, needsHolderName, networkOf } from '@quydoi/domain/currencies';
import { DAY_MS } from '@quydoi/domain/durations';
import { limitsOf } from '@quydoi/domain/limits';
import { formatDecimal, larger } from '@quydoi/domain/money';
import { decideCreate } from '@quydoi/domain/order/decisions/decide-create';
import type { Order, OrderTerms } from '@quydoi/domain/order/order';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/order/ref';
import { orderPrice } from '@quydoi/domain/price/discount';
import { largestPayout, maxFeeOfOrder } from '@quydoi/domain/price/payout-fee';
import { enteredCurrency, largestQuantityFor } from '@quydoi/domain/price/quote';
import type { Settings } from '@quydoi/domain/settings';
import { FROM_BALANCE } from '@quydoi/domain/wallet/decide-charge';
import { isWalletCurrency } from '@quydoi/domain/wallet/wallet';
import type { PayerProof } from '../accounts/confirm-payer.ts';
import { type Ctx, decisionContext, newId } from '../context.ts';
import { awaitHolderName } from '../lookups/holder-name.ts';
import { assertNotOwnAccount, checkedDestination } from '../market/destination.ts';
import type { Trade } from '../market/trade.ts';
import { admitOrSupersede } from './admit-or-supersede.ts';
import type { Admission, Refusal } from './admit-orders.ts';
import { checkedTrade } from './checked-trade.ts';
import { findCoupon } from './coupon.ts';
import { assertPriceNotWorse, checkedSender } from './create-checks.ts';
import type { BusyReserve } from './exposure-limits.ts';
import { type IdempotentRequest, idempotencyOf, idempotentRequestOf, replay } from './idempotent-request.ts';
import { cashOf, needRefusal } from './needs.ts';
import type { OrderDeps } from './order-deps.ts';
import { orderKeyOf } from './order-key.ts';
import { originOf, subjectOf } from './order-party.ts';
import { orderProofOf } from './order-proof.ts';
import { cachedOrderOf } from './order-view-cache.ts';
import { type PayInAccount, releasePayInAddress, takePayInAccount } from './pay-in-account.ts';

/** Maximum tries while the price is stale or the reserved address is lost. */
const TRIES_MAX = 10;
const RETRY_DELAY_MS = 300;
/** Suggested delay before the next try of a caller who left too many orders unpaid today. */
const TOO_MANY_UNPAID_RETRY_SECONDS = 3_600;
/** Where nobody pays to: the customer's balance pays. */
const NO_ACCOUNT: PayInAccount = { account: FROM_BALANCE, reservation: null, holder: null };
/** `freeAt` of addresses that are never leased again. */
const NEVER = new Date('9999-12-31T00:00:00Z');

/**
 * Creates an order and holds its payout in the reserve. Validates in the same sequence as the browser, so that both report the same first error. A
 * request repeated with its `Idempotency-Key` returns the order created before, even if it could not be created now.
 * @param confirmPayer confirms that the call is the account owner's; without it no balance pays
 */
export async function createOrder(
  ctx: Ctx,
  deps: OrderDeps,
  caller: Caller,
  input: CreateOrderInput,
  confirmPayer?: ConfirmPayer,
): Promise<CreatedOrderView> {
  // A code of the second factor is used up by the first try.
  let confirming: Promise<void> | undefined;
  const confirm: ConfirmPayer | undefined = confirmPayer && ((proof) => (confirming ??= confirmPayer(proof)));
  for (let tries = 1; ; tries += 1) {
    const created = await createOnce(ctx, deps, caller, input, confirm);
    if (typeof created === 'object') return created;
    if (tries >= TRIES_MAX) throw new AppError(created === 'stale-rate' ? 'RATE_CHANGED' : 'UNAVAILABLE');
    // An operator is changing prices, which are reloaded within moments, or the reservation of the address expired.
    await ctx.clock.sleep(RETRY_DELAY_MS);
  }
}

/** Confirms that a call is the account owner's. */
type ConfirmPayer = (proof: PayerProof) => Promise<void>;

/** Outcomes after which `createOrder` retries: the rate or the coupon changed, or the reservation of the deposit address expired, before the write. */
type Stale = Extract<Admission, 'stale-rate' | 'stale-coupon' | 'lease-lost'>;

async function createOnce(
  ctx: Ctx,
  deps: OrderDeps,
  caller: Caller,
  input: CreateOrderInput,
  confirmPayer: ConfirmPayer | undefined,
): Promise<CreatedOrderView | Stale> {
  const request = idempotentRequestOf(caller, input);
  const earlier = await replay(ctx, deps, request);
  if (earlier) return earlier;

  const settings = await ctx.settings();
  const bank = input.toBalance ? null : (input.destinationBank ?? null);
  const { trade, quantity } = await checkedTrade(ctx, await deps.reserves(), { ...input, bank }, input.quantity);
  const balances = balancesOf(caller, trade, input);
  const destination = balances.to ?? checkedDestination(settings, trade.to, input.destination, bank);
  if (!balances.to) await assertNotOwnAccount(ctx, deps.ownAccounts, trade.to, destination);
  const sender = balances.from ?? (await checkedSender(ctx, settings, deps, trade, input));
  const coupon = await findCoupon(ctx, caller, input.coupon ?? '', { trade, quantity, destination: destination.account });
  const priced = orderPrice({ ...trade.terms, discount: coupon?.discount ?? null }, quantity);
  const isNamed = needsHolderName(trade.to) && !balances.to;
  const holder = isNamed ? await awaitHolderName(ctx, deps, caller, trade.to, destination, input.destinationName) : null;
  const cash = cashOf(settings, trade, priced);
  const refusal = await needRefusal(ctx, { kind: trade.kind, customerId: customerIdOf(caller), cash });
  if (refusal) throw refusal;
  await assertPriceNotWorse(ctx, trade, priced, coupon?.discount ?? null, input.rateVersion);
  if (balances.from) await confirmCharge(ctx, balances.from.sender, { from: trade.from, amount: priced.amountSent }, input, confirmPayer);
  const payIn = balances.from ? NO_ACCOUNT : await takePayInAccount(ctx, deps, trade.from);

  const terms: Omit<OrderTerms, 'proof'> = {
    id: newId(ctx),
    ref: refFromBytes(ctx.random(REF_BYTES)),
    kind: trade.kind,
    from: trade.from,
    to: trade.to,
    ...priced,
    rate: trade.terms.rate,
    rateVersion: trade.rateVersion,
    coupon: coupon?.code ?? null,
    couponVersion: coupon?.version ?? null,
    cashAmount: cash,
    payInNetwork: CURRENCIES[trade.from].network,
    payInAccount: payIn.account,
    payInBank: payIn.holder?.bank ?? null,
    payInName: payIn.holder?.accountName ?? null,
    payInBranch: payIn.holder?.branch ?? null,
    payOutNetwork: CURRENCIES[trade.to].network,
    destination: destination.account,
    destinationBank: destination.bank,
    destinationName: holder?.name ?? null,
    isNameTyped: holder?.isTyped ?? false,
    ...sender,
    reserve: CURRENCIES[trade.to].reserve,
    held: priced.amountReceived + maxFeeOfOrder({ to: trade.to, toBalance: balances.to !== null }, priced.amountReceived, settings.site),
    subject: subjectOf(caller, deps, destination.account),
    origin: originOf(caller, deps),
    customerId: customerIdOf(caller),
    fromBalance: balances.from !== null,
    toBalance: balances.to !== null,
    createdAt: ctx.clock.now(),
  };
  return holdAndStore(ctx, deps, request, terms, payIn, settings);
}

/** Who pays and who is paid where balances do: the customer. Errors: REQUIRED_LOGIN, CURRENCY_NOT_SUPPORTED for a currency without balances. */
function balancesOf(caller: Caller, { from, to }: Pick<Trade, 'from' | 'to'>, { fromBalance, toBalance }: CreateOrderInput) {
  const customerId = customerIdOf(caller);
  if ((fromBalance || toBalance) && customerId === null) throw new AppError('REQUIRED_LOGIN');
  for (const code of [fromBalance ? from : null, toBalance ? to : null])
    if (code !== null && !isWalletCurrency(code)) throw new AppError('CURRENCY_NOT_SUPPORTED', { code });
  return {
    from: fromBalance && customerId !== null ? { sender: customerId, senderBank: null } : null,
    to: toBalance && customerId !== null ? { account: customerId, bank: null } : null,
  };
}

/** Confirms that a balance covers a price, and that its owner pays. Errors: BALANCE_SHORT, and those of the confirmation. */
async function confirmCharge(
  ctx: Ctx,
  customerId: string,
  { from, amount }: { readonly from: CurrencyCode; readonly amount: bigint },
  { fromBalance }: CreateOrderInput,
  confirmPayer: ConfirmPayer | undefined,
): Promise<void> {
  const balance = isWalletCurrency(from) ? ((await readBalances(ctx.orm, customerId)).get(from) ?? 0n) : 0n;
  if (balance < amount) throw new AppError('BALANCE_SHORT', { n: formatDecimal(balance, CURRENCIES[from].scale), code: from });
  if (!confirmPayer || !fromBalance) throw new AppError('FORBIDDEN');
  await confirmPayer(fromBalance);
}

async function holdAndStore(
  ctx: Ctx,
  deps: OrderDeps,
  request: IdempotentRequest,
  terms: Omit<OrderTerms, 'proof'>,
  payIn: PayInAccount,
  settings: Settings,
): Promise<CreatedOrderView | Stale> {
  const expiresAt = new Date(terms.createdAt.getTime() + settings.site.timerSeconds * 1000);
  const proof = orderProofOf({ ...terms, orderedQuantity: terms.quantity, expiresAt }, deps.requestSecrets);
  const change = decideCreate({ ...terms, proof }, expiresAt, decisionContext(ctx, 'customer', 'createOrder'));
  const order = change.order?.after as Order;
  const idempotency = idempotencyOf(request, order.id, deps.secrets);
  await ctx.checkpoint('create.before-write');
  const admission = await admitOrSupersede(ctx, deps, { order, change, idempotency, lease: leaseOf(order, payIn) });
  await ctx.checkpoint('create.after-write');
  if (admission === 'admitted') {
    const view = cachedOrderOf(order, change.events, ctx).view('full');
    return { ...view, key: orderKeyOf(order.ref, deps.secrets) };
  }
  if (admission === 'lease-lost') return admission;
  await releasePayInAddress(ctx, payIn.reservation);
  if (admission === 'stale-rate' || admission === 'stale-coupon') return admission;
  // A concurrent duplicate of this request may have been admitted, and may itself have caused the refusal.
  const duplicate = await replay(ctx, deps, request);
  if (duplicate) return duplicate;
  const refusal: Refusal = admission;
  if (typeof refusal === 'object') throw await reserveBusy(ctx, order, settings, refusal);
  switch (refusal) {
    case 'coupon-used-up':
      throw new AppError('COUPON_USED_UP');
    case 'coupon-used-before':
      throw new AppError('COUPON_USED_BEFORE');
    case 'repeated':
      return rejectCollision(order);
    case 'too-many':
      throw new AppError('TOO_MANY_OPEN_ORDERS');
    case 'wasteful':
      throw new AppError(
        'TOO_MANY_REQUESTS',
        { seconds: String(TOO_MANY_UNPAID_RETRY_SECONDS) },
        { retryAfterSeconds: TOO_MANY_UNPAID_RETRY_SECONDS },
      );
    case 'reserve-short':
      throw await quantityTooLarge(ctx, order, settings);
  }
}

/** Leases the reserved address. Money that arrives after the timer's end still belongs to the order, so the address stays idle after the lease. */
function leaseOf(order: Order, { reservation }: PayInAccount): LeaseDraft | null {
  if (!reservation) return null;
  const { attribution } = networkOf(order.from);
  const idleDays = attribution.by === 'address' ? attribution.idleDays : 0;
  const freeAt = idleDays === null ? NEVER : new Date(order.expiresAt.getTime() + idleDays * DAY_MS);
  return { ...reservation, orderId: order.id, fromAt: order.createdAt, untilAt: order.expiresAt, freeAt };
}

/** Rejects an order whose id or random reference (50 bits) exists already; the caller may retry. */
function rejectCollision(order: Order): never {
  throw new AppError('UNAVAILABLE', {}, { conflict: order.id });
}

/** Creates QUANTITY_TOO_LARGE with the current maximum, when concurrent orders have taken the reserve. */
async function quantityTooLarge(ctx: Ctx, order: Order, settings: Settings): Promise<AppError> {
  const { code, most } = await largestQuantity(ctx, order, settings, null);
  return new AppError('QUANTITY_TOO_LARGE', { n: formatDecimal(most, CURRENCIES[code].scale), code });
}

/**
 * Creates RESERVE_BUSY with a quantity that works now, if one does. It has one digit that is not zero: what the shares leave tells what others hold,
 * and this tells no more of it than what a few refused quantities tell.
 */
async function reserveBusy(ctx: Ctx, order: Order, settings: Settings, { busy, room }: BusyReserve): Promise<AppError> {
  const { code, most, min } = await largestQuantity(ctx, order, settings, room);
  const { scale, unit } = CURRENCIES[code];
  const offered = firstDigitOf(most);
  return new AppError('RESERVE_BUSY', { share: busy, ...(offered >= min && { n: formatDecimal(offered, scale), unit, room: 'some' }) });
}

/** The largest quantity of an order's trade whose payout the reserve covers, or as much of it as `room`; and the smallest that is taken. */
async function largestQuantity(ctx: Ctx, order: Order, settings: Settings, room: bigint | null) {
  const { trade } = await checkedTrade(
    ctx,
    await readReserves(ctx.orm),
    { kind: order.kind, from: order.from, to: order.to, bank: order.destinationBank },
    quantityText(order),
  );
  const payable = largestPayout(order.to, room ?? trade.limits.reserve, settings.site);
  const most = order.kind === 'buy' ? payable : largestQuantityFor(trade.terms, payable);
  return { code: enteredCurrency(trade.terms), most, min: larger(1n, limitsOf(trade.limits).min) };
}

/** An amount with all digits but its first made zero; zero for what is not above it. */
function firstDigitOf(amount: bigint): bigint {
  const power = 10n ** BigInt(String(larger(0n, amount)).length - 1);
  return larger(0n, amount - (amount % power));
}

function quantityText(order: Order): string {
  return formatDecimal(order.quantity, CURRENCIES[order.kind === 'buy' ? order.to : order.from].scale);
}
