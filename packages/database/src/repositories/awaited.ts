import type { NetworkCode } from '@quydoi/domain/networks';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

const AWAITED = `select 1 from orders where status in ('pending', 'verifying_transaction') and pay_in_network = $1 and expires_at > $2 limit 1`;
// The network as an expression: only the index of the few unconfirmed payments serves this.
const UNCONFIRMED = `select 1 from payment where state = 'unconfirmed' and network || '' = $1 limit 1`;

/** Whether an order whose timer runs may be paid on a network. */
export async function isPaymentAwaited(orm: Orm, network: NetworkCode, now: Date): Promise<boolean> {
  return (await runPrepared(orm, 'payment awaited', AWAITED, [network, now])).length > 0;
}

/** Whether a payment on a network was seen and is not final yet. */
export async function isPaymentUnconfirmed(orm: Orm, network: NetworkCode): Promise<boolean> {
  return (await runPrepared(orm, 'payment unconfirmed', UNCONFIRMED, [network])).length > 0;
}
