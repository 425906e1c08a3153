import type { CurrencyCode } from '@quydoi/domain/currencies';
import { SavedDestinationEntity } from '../entities/customer.ts';
import { runPrepared, withMoneyTx, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { insertRows } from '../write-rows.ts';

/** An account or wallet that a customer may be paid to. */
export interface Destination {
  readonly currency: CurrencyCode;
  /** Null where the currency is not paid to banks. */
  readonly bank: string | null;
  readonly account: string;
}

/** A destination that a customer has saved. It counts only with the web process's proof. */
export interface SavedDestination extends Destination {
  readonly savedAt: Date;
  readonly proof: string;
}

const NO_BANK = '';

/** A customer's saved destinations, newest first. */
export async function readSavedDestinations(orm: Orm, customerId: string): Promise<SavedDestination[]> {
  const rows = await runPrepared<Destination & { readonly bank: string; readonly saved_at: Date | string; readonly proof: string }>(
    orm,
    'saved destinations',
    'select currency, bank, account, saved_at, proof from saved_destination where customer_id = $1 order by saved_at desc, currency, bank, account',
    [customerId],
  );
  return rows.map(({ bank, saved_at, ...row }) => ({ ...row, bank: bank === NO_BANK ? null : bank, savedAt: new Date(saved_at) }));
}

/**
 * Saves a destination of a customer; one that is saved already is saved anew.
 * @param countMax how many the customer may have
 * @returns whether it is saved, or why not: there are that many others, or no such customer, or the account is deleted
 */
export async function addSavedDestination(
  orm: Orm,
  customerId: string,
  { bank, ...destination }: SavedDestination,
  countMax: number,
): Promise<'saved' | 'too many' | 'no customer'> {
  const row = { customerId, ...destination, bank: bank ?? NO_BANK };
  return withMoneyTx(orm, async (tx) => {
    // The lock lasts until the commit, so that concurrent calls of one customer cannot exceed the limit, nor save while the account is being deleted.
    const customers = await tx.run('saving customer', 'select 1 from customer where id = $1 and deleted_at is null for no key update', [customerId]);
    if (customers.count === 0) return 'no customer';
    const others = await tx.run(
      'other saved destinations',
      'select 1 from saved_destination where customer_id = $1 and (currency, bank, account) <> ($2, $3, $4)',
      [customerId, row.currency, row.bank, row.account],
    );
    if (others.count >= countMax) return 'too many';
    await insertRows(
      tx,
      SavedDestinationEntity,
      [row],
      '(customer_id, currency, bank, account) do update set saved_at = excluded.saved_at, proof = excluded.proof',
    );
    return 'saved';
  });
}

/** Removes a saved destination of a customer, if there is one. */
export async function removeSavedDestination(orm: Orm, customerId: string, { currency, bank, account }: Destination): Promise<void> {
  await writePrepared(
    orm,
    'remove destination',
    'delete from saved_destination where customer_id = $1 and currency = $2 and bank = $3 and account = $4',
    [customerId, currency, bank ?? NO_BANK, account],
  );
}
