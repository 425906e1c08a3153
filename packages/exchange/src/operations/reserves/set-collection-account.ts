import { AppError } from '@quydoi/contract/errors';
import { addSetting } from '@quydoi/database/repositories/settings';
import { checkBankAccount } from '@quydoi/domain/address/bank';
import { findBank } from '@quydoi/domain/bank/banks';
import type { CollectionSettings } from '@quydoi/domain/settings';
import type { OperatorVerb } from '../operator-verb.ts';

/** Form of a number whose bank customers cannot choose as a destination. */
const ANY_ACCOUNT = '^[0-9A-Z]{4,19}$';

/** Sets the bank account that new orders are paid into. Orders keep the account that they were told, and every account goes on being read. */
export const setCollectionAccount: OperatorVerb<CollectionSettings, { done: true }> = async (ctx, operator, { bank, accountNumber, ...more }) => {
  const checked = checkBankAccount(accountNumber, (await ctx.settings()).banks.get(bank)?.accountPattern ?? ANY_ACCOUNT);
  if (!findBank(bank)?.bin || !('address' in checked)) throw new AppError('BANK_ACCOUNT_INVALID', { bank });
  const value = { bank, accountNumber: checked.address, ...more };
  await addSetting(ctx.orm, { kind: 'collection', key: 'collection', value, author: operator, at: ctx.clock.now() }, ctx.audit);
  return { done: true };
};
