import type { OwnerProof } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { AuthStatement } from '@quydoi/database/auth-pool';
import { hasOpenOrders } from '@quydoi/database/repositories/customer-orders';
import { eraseAccount, lockCustomer, readCustomerAccount } from '@quydoi/database/repositories/customers';
import { hasMoneyWithUs } from '@quydoi/database/repositories/wallets';
import { InvariantError } from '@quydoi/domain/invariant';
import type { Ctx } from '../context.ts';
import { type MacSecrets, macsOf } from '../keyed-mac.ts';
import { type AccountDeps, sessionOf } from './account-deps.ts';
import { confirmOwner } from './confirm-owner.ts';
import { tellFormerOwner } from './tell-owner.ts';

/**
 * Deletes the account of the call's customer for good, with all sessions: what says who they are is erased, and orders keep an id that tells nobody any
 * more whose they are. Adopted orders are a visitor's again. The owner is told by mail. Errors: ORDERS_OPEN and BALANCE_LEFT (looked at first); those
 * of confirmOwner.
 */
export async function deleteAccount(ctx: Ctx, deps: AccountDeps, caller: Caller, proof: OwnerProof): Promise<{ done: true }> {
  const { customerId } = sessionOf(caller);
  const account = await readCustomerAccount(ctx.orm, customerId);
  if (account === null) throw new AppError('REQUIRED_LOGIN');
  // Before a code is used up.
  await deps.pool.inTransaction((run) => refuseWhatIsOpen(run, customerId, ctx.clock.now()));
  await confirmOwner(ctx, deps, caller, customerId, proof);
  await deps.pool.inTransaction(async (run) => {
    if (!(await lockCustomer(run, customerId))) throw new AppError('REQUIRED_LOGIN');
    await refuseWhatIsOpen(run, customerId, ctx.clock.now());
    if (!(await eraseAccount(run, customerId, accountRemovalCodesOf(customerId, deps.secrets))))
      throw new InvariantError('an account has a removal code that the site did not make');
  });
  deps.sessions.drop([customerId]);
  await tellFormerOwner(ctx, deps, caller, account);
  return { done: true };
}

/**
 * Codes that delete a customer's account: the database compares their hashes, and lets nobody delete it without.
 * @returns one under each of the process's secrets, the newest first
 */
export function accountRemovalCodesOf(customerId: string, secrets: MacSecrets): readonly [string, ...string[]] {
  return macsOf(`account removal ${customerId}`, secrets);
}

async function refuseWhatIsOpen(run: AuthStatement, customerId: string, now: Date): Promise<void> {
  if (await hasOpenOrders(run, customerId)) throw new AppError('ORDERS_OPEN');
  if (await hasMoneyWithUs(run, customerId, now)) throw new AppError('BALANCE_LEFT');
}
