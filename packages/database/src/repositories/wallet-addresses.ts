import type { NetworkCode } from '@quydoi/domain/networks';
import type { WalletCoin } from '@quydoi/domain/wallet/wallet';
import { runPrepared, withMoneyTx } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import type { ReservedAddress } from './leases.ts';

/** Until when the deposit address of a balance is put aside: no order ever leases it. */
const FOREVER = '9999-12-31T00:00:00Z';

/** A customer's own deposit address: what comes to it in its currency is the customer's. */
export interface WalletAddress {
  readonly customerId: string;
  readonly currency: WalletCoin;
  readonly network: NetworkCode;
  readonly address: string;
  /** When its customer has looked at it last, to the day. */
  readonly shownAt: Date;
}

interface AddressRow {
  readonly customer_id: string;
  readonly currency: WalletCoin;
  readonly network: NetworkCode;
  readonly address: string;
  readonly shown_at: string | Date;
}

const COLUMNS = 'customer_id, currency, network, address, shown_at';

function addressOf({ customer_id: customerId, shown_at: shownAt, ...row }: AddressRow): WalletAddress {
  return { ...row, customerId, shownAt: new Date(shownAt) };
}

/** A customer's deposit addresses. */
export async function readWalletAddresses(orm: Orm, customerId: string): Promise<WalletAddress[]> {
  const rows = await runPrepared<AddressRow>(
    orm,
    'addresses of customer',
    `select ${COLUMNS} from wallet_address where customer_id = $1 order by currency`,
    [customerId],
  );
  return rows.map(addressOf);
}

/** The balance that an address was made for; null for any other address. */
export async function findWalletAddress(orm: Orm, address: string): Promise<WalletAddress | null> {
  const [row] = await runPrepared<AddressRow>(orm, 'balance of address', `select ${COLUMNS} from wallet_address where address = $1`, [address]);
  return row ? addressOf(row) : null;
}

const KEEP = `with kept as (
    update deposit_address set free_at = '${FOREVER}' where network = $1 and address = $2 and free_at = $3 returning address
  ) insert into wallet_address (customer_id, currency, network, address, created_at, shown_at)
  select $4, $5, $1, address, $6, $6 from kept on conflict (customer_id, currency) do nothing`;

/**
 * Makes a reserved address a customer's own, unless the customer has one already.
 * @returns whether it is; if not, the reservation is as it was
 */
export function keepWalletAddress(
  orm: Orm,
  { network, address, reservedUntil }: ReservedAddress,
  { customerId, currency }: Pick<WalletAddress, 'customerId' | 'currency'>,
  at: Date,
): Promise<boolean> {
  return withMoneyTx(orm, async (tx) => {
    // Two calls of one customer would both put an address aside, of which one is nobody's.
    await tx.run('lock addresses of customer', 'select pg_advisory_xact_lock(hashtextextended($1, 8))', [`wallet of ${customerId} ${currency}`]);
    const { rows } = await tx.run('has address', 'select 1 from wallet_address where customer_id = $1 and currency = $2', [customerId, currency]);
    if (rows.length > 0) return false;
    const { count } = await tx.run('keep address', KEEP, [network, address, reservedUntil, customerId, currency, at]);
    return count === 1;
  });
}

/** Notes that a customer has looked at an address. */
export async function noteAddressShown(orm: Orm, { customerId, currency }: Pick<WalletAddress, 'customerId' | 'currency'>, at: Date): Promise<void> {
  await runPrepared(orm, 'address shown', 'update wallet_address set shown_at = $3 where customer_id = $1 and currency = $2 and shown_at < $3', [
    customerId,
    currency,
    at,
  ]);
}
