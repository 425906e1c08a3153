import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { WithdrawalView, WithdrawInput } from '@quydoi/contract/wallet';
import { readSavedDestinations } from '@quydoi/database/repositories/saved-destinations';
import { findTwoFactor } from '@quydoi/database/repositories/two-factor';
import { addWithdrawal, countOpenWithdrawals, readBalances, readWithdrawalByRef } from '@quydoi/database/repositories/wallets';
import { DESTINATION_WAIT_HOURS, OPEN_WITHDRAWALS_MAX } from '@quydoi/domain/constants';
import { CURRENCIES, needsHolderName } from '@quydoi/domain/currencies';
import { HOUR_MS } from '@quydoi/domain/durations';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/order/ref';
import type { Settings } from '@quydoi/domain/settings';
import type { WalletCurrency } from '@quydoi/domain/wallet/wallet';
import type { Withdrawal } from '@quydoi/domain/wallet/withdrawal';
import { withdrawalTermsOf } from '@quydoi/domain/wallet/withdrawal-terms';
import { type AccountDeps, sessionOf } from '../accounts/account-deps.ts';
import { tellOwner } from '../accounts/tell-owner.ts';
import { readFactor, takeCode } from '../accounts/two-factor/take-code.ts';
import { type Ctx, newId } from '../context.ts';
import { macsOf } from '../keyed-mac.ts';
import { awaitHolderName } from '../lookups/holder-name.ts';
import { checkedDestination } from '../market/destination.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { isDestinationProven } from '../orders/saved-destinations.ts';
import { withdrawalProofOf } from '../payouts/obligations/withdrawal-proof.ts';
import { withdrawalViewOf } from './read-wallet.ts';

/**
 * Asks for a withdrawal. A request repeated with its `Idempotency-Key` returns the one that was made before: its reference follows from the key, so that
 * no second one can be made with it. Errors: as `wallet.withdraw`.
 */
export async function askWithdrawal(ctx: Ctx, deps: OrderDeps, accounts: AccountDeps, caller: Caller, input: WithdrawInput): Promise<WithdrawalView> {
  const { customerId } = sessionOf(caller);
  const { idempotencyKey } = caller;
  if (idempotencyKey === null) return askOnce(ctx, deps, accounts, caller, { ...input, ref: refFromBytes(ctx.random(REF_BYTES)) });
  const refs = refsOf(idempotencyKey, customerId, deps);
  const earlier = () => readEarlier(ctx, customerId, refs, input);
  const repeated = await earlier();
  if (repeated) return repeated;
  try {
    return await askOnce(ctx, deps, accounts, caller, { ...input, ref: refs[0] });
  } catch (error) {
    // A concurrent duplicate may have made it, and used up the code.
    const made = await earlier();
    if (made) return made;
    throw error;
  }
}

/** References that follow from an idempotency key: the first is that of a new withdrawal, which may have been made before the secrets were renewed. */
function refsOf(idempotencyKey: string, customerId: string, { requestSecrets }: OrderDeps): readonly [string, ...string[]] {
  const [newest, ...others] = macsOf(JSON.stringify(['withdrawal', customerId, idempotencyKey]), requestSecrets);
  return [refOfMac(newest), ...others.map(refOfMac)];
}

function refOfMac(mac: string): string {
  return refFromBytes(Buffer.from(mac, 'base64url'));
}

/** The withdrawal that an earlier request made. Error: IDEMPOTENCY_CONFLICT where that asked for another one. */
async function readEarlier(ctx: Ctx, customerId: string, refs: readonly string[], asked: WithdrawInput): Promise<WithdrawalView | null> {
  const known = await Promise.all(refs.map((ref) => readWithdrawalByRef(ctx.orm, ref)));
  const withdrawal = known.find((one) => one?.customerId === customerId);
  if (!withdrawal) return null;
  const { currency, amount } = withdrawal;
  const isSame =
    currency === asked.currency &&
    amount === parseDecimal(asked.amount, CURRENCIES[currency].scale) &&
    isSameAccount(withdrawal, await ctx.settings(), asked);
  if (!isSame) throw new AppError('IDEMPOTENCY_CONFLICT');
  return withdrawalViewOf(withdrawal);
}

function isSameAccount(withdrawal: Withdrawal, settings: Settings, { currency, account, bank }: WithdrawInput): boolean {
  const destination = checkedDestination(settings, currency, account, bank ?? null);
  return destination.account === withdrawal.destination && destination.bank === withdrawal.destinationBank;
}

/**
 * Asks for a withdrawal, which the signer takes from the balance. Only to a destination that the customer saved a day ago or earlier, and with a code of
 * the authenticator app, which is used up last. UNAVAILABLE where the reference is taken.
 */
async function askOnce(
  ctx: Ctx,
  deps: OrderDeps,
  accounts: AccountDeps,
  caller: Caller,
  { currency, amount: typed, account, bank, code, ref }: WithdrawInput & { readonly ref: string },
): Promise<WithdrawalView> {
  const { customerId } = sessionOf(caller);
  const settings = await ctx.settings();
  const destination = checkedDestination(settings, currency, account, bank ?? null);
  const { amount, fee } = await checkedAmount(ctx, customerId, { currency, bank: destination.bank, typed });
  await requireKnownDestination(ctx, deps, customerId, { currency, ...destination });
  if ((await countOpenWithdrawals(ctx.orm, customerId)) >= OPEN_WITHDRAWALS_MAX)
    throw new AppError('TOO_MANY_WITHDRAWALS', { max: String(OPEN_WITHDRAWALS_MAX) });
  await requireAuthenticator(ctx, accounts, customerId);
  const holder = needsHolderName(currency) ? await awaitHolderName(ctx, deps, caller, currency, destination, undefined) : null;
  await takeCode(ctx, accounts, caller, customerId, code);
  const asked = {
    id: newId(ctx),
    ref,
    customerId,
    currency,
    amount,
    fee,
    destination: destination.account,
    destinationBank: destination.bank,
    destinationName: holder?.name ?? null,
    createdAt: ctx.clock.now(),
  };
  const withdrawal: Withdrawal = {
    ...asked,
    proof: withdrawalProofOf(asked, deps.requestSecrets),
    version: 1,
    state: 'requested',
    reason: null,
    reference: null,
    finalAt: null,
  };
  if (!(await addWithdrawal(ctx.orm, withdrawal))) throw new AppError('UNAVAILABLE');
  await tellOwner(ctx, accounts, caller, customerId, 'withdrawal-asked');
  return withdrawalViewOf(withdrawal);
}

/** Money is not withdrawn by a code that came by SMS: mobile numbers are stolen. Error: TWO_FACTOR_NEEDED. */
async function requireAuthenticator(ctx: Ctx, accounts: AccountDeps, customerId: string): Promise<void> {
  const isOn = (await findTwoFactor(ctx.orm, customerId)) !== null;
  if (!isOn || (await readFactor(ctx, accounts, customerId)).factor.kind !== 'authenticator') throw new AppError('TWO_FACTOR_NEEDED');
}

/** The amount and fee of a withdrawal. Errors: WITHDRAWALS_OFF, QUANTITY_INVALID, QUANTITY_TOO_SMALL, QUANTITY_TOO_LARGE, BALANCE_SHORT. */
async function checkedAmount(
  ctx: Ctx,
  customerId: string,
  { currency, bank, typed }: { readonly currency: WalletCurrency; readonly bank: string | null; readonly typed: string },
): Promise<{ readonly amount: bigint; readonly fee: bigint }> {
  const terms = withdrawalTermsOf(await ctx.settings(), currency, bank);
  if (terms === null) throw new AppError('WITHDRAWALS_OFF');
  const amount = parseDecimal(typed, CURRENCIES[currency].scale);
  if (amount === null || amount <= 0n) throw new AppError('QUANTITY_INVALID');
  const limit = (n: bigint) => ({ n: formatDecimal(n, CURRENCIES[currency].scale), code: currency });
  if (amount < terms.min) throw new AppError('QUANTITY_TOO_SMALL', limit(terms.min));
  if (amount > terms.max) throw new AppError('QUANTITY_TOO_LARGE', limit(terms.max));
  const balance = (await readBalances(ctx.orm, customerId)).get(currency) ?? 0n;
  if (amount > balance) throw new AppError('BALANCE_SHORT', limit(balance));
  return { amount, fee: terms.fee };
}

/** Errors: DESTINATION_UNKNOWN, DESTINATION_NEW with the hours until it is known for long enough. */
async function requireKnownDestination(
  ctx: Ctx,
  { requestSecrets }: Pick<OrderDeps, 'requestSecrets'>,
  customerId: string,
  destination: { readonly currency: WalletCurrency; readonly bank: string | null; readonly account: string },
): Promise<void> {
  const known = (await readSavedDestinations(ctx.orm, customerId)).find(
    (saved) =>
      saved.currency === destination.currency &&
      saved.bank === destination.bank &&
      saved.account === destination.account &&
      isDestinationProven(customerId, saved, requestSecrets),
  );
  if (!known) throw new AppError('DESTINATION_UNKNOWN');
  const waitMs = known.savedAt.getTime() + DESTINATION_WAIT_HOURS * HOUR_MS - ctx.clock.now().getTime();
  if (waitMs > 0) throw new AppError('DESTINATION_NEW', { hours: String(Math.ceil(waitMs / HOUR_MS)) });
}
