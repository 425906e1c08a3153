import { readCollectionAccounts } from '@quydoi/database/repositories/settings';
import type { Ctx } from '../context.ts';

/** Numbers of every account that customers were ever told to pay dong into, in the order in which they were told. */
export async function readOwnBankAccounts(ctx: Pick<Ctx, 'orm'>): Promise<ReadonlySet<string>> {
  return new Set((await readCollectionAccounts(ctx.orm)).map(({ accountNumber }) => accountNumber));
}
