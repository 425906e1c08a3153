import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { ACCOUNT_NAME_INVALID, WAITING } from '@quydoi/contract/lookups';
import { readHolderName } from '@quydoi/domain/bank/holder-name';
import { LOOKUP_WAIT_IN_ORDER_MS } from '@quydoi/domain/constants';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { holderMarkCode } from '@quydoi/domain/holder-mark';
import type { Ctx } from '../context.ts';
import { awaitName, type LookupDeps } from './account-name.ts';

/** Name of an account's holder. */
export interface Holder {
  readonly name: string;
  /** Typed by the customer, not looked up: nobody has verified it. */
  readonly isTyped: boolean;
}

/**
 * Looks up the name of an account's holder, for at most `LOOKUP_WAIT_IN_ORDER_MS`. A bank account's holder that cannot be looked up is the one that
 * the customer typed; a wallet's cannot be typed.
 * Errors: ACCOUNT_NAME_WAITING, ACCOUNT_NAME_INVALID, LOOKUP_UNAVAILABLE, TOO_MANY_REQUESTS for a wallet beyond the caller's budget, and for a marked
 * wallet the code of its mark (WEBMONEY_NEEDS_FORMAL_PASSPORT, WEBMONEY_NEW_ACCOUNT, WEBMONEY_LIMIT_EXCEEDED).
 */
export async function awaitHolderName(
  ctx: Ctx,
  deps: LookupDeps,
  caller: Caller,
  code: CurrencyCode,
  { account, bank }: { readonly account: string; readonly bank: string | null },
  typed: string | undefined,
): Promise<Holder> {
  const name = await awaitName(ctx, deps, caller, bank ?? code, account, LOOKUP_WAIT_IN_ORDER_MS).catch((error: unknown) => {
    if (bank === null || !typed || !(error instanceof AppError) || error.code !== 'LOOKUP_UNAVAILABLE') throw error;
    return null;
  });
  if (name === null) return { name: readTyped(typed ?? ''), isTyped: true };
  if (name === WAITING) throw new AppError('ACCOUNT_NAME_WAITING');
  if (name === ACCOUNT_NAME_INVALID) throw new AppError('ACCOUNT_NAME_INVALID', bank === null ? { of: 'wallet' } : {});
  const refusal = bank === null ? holderMarkCode(name) : null;
  if (refusal !== null) throw new AppError(refusal);
  return { name, isTyped: false };
}

function readTyped(text: string): string {
  const name = readHolderName(text);
  if (name === null) throw new AppError('ACCOUNT_NAME_INVALID');
  return name;
}
