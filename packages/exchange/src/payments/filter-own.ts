import { readLeasedAddresses, readOwnAddresses } from '@quydoi/database/repositories/leases';
import { readFundedAddresses } from '@quydoi/database/repositories/sweeps';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { PaymentPage } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { reportException } from '../report-exception.ts';
import { sortByAccount } from './own-accounts.ts';
import { feeCoinTxids, withoutOwnFunds } from './own-funds.ts';
import type { PolledNetworkSource } from './polled-sources.ts';

/**
 * Selects a page's payments to our accounts and addresses: chain sources report transfers to any address, a bank's provider those to any account linked
 * there. Accounts and addresses are read after the page, so that none is missed. Leaves out what we send to a deposit address for its sweep.
 */
export async function filterOwn(ctx: Ctx, { network, source }: PolledNetworkSource, { facts }: PaymentPage): Promise<readonly PaymentFact[]> {
  if (source.kind === 'list') {
    const { own, foreign } = await sortByAccount(ctx, facts);
    for (const fact of foreign) await reportForeign(ctx, fact);
    return own;
  }
  const readAddresses = source.kind === 'blocks' ? readOwnAddresses : readLeasedAddresses;
  const own = await readAddresses(ctx.orm, [...new Set(facts.map(({ account }) => account))]);
  const arrived = facts.filter(({ account }) => own.has(account));
  return withoutOwnFunds(network, arrived, await readFundedAddresses(ctx.orm, network, feeCoinTxids(network, arrived)));
}

/** Money in an account that no customer was told of: an operator has to say whose it is. */
async function reportForeign(ctx: Ctx, { network, source, sourceId, account, unit, amount, memo }: PaymentFact): Promise<void> {
  await reportException(ctx, { network, source, sourceId, kind: 'unknown_account', account, asset: unit, amount: amount.toString(), detail: memo });
}
