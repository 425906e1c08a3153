import type { ReserveCode } from '@quydoi/domain/currencies';
import type { Ctx } from '../context.ts';

/** What the signer has beside everybody's context. */
export interface SignerCtx extends Ctx {
  /** Our own accounts and addresses, which are never paid to. */
  readonly ownAccounts: ReadonlySet<string>;
  /** The largest payout per reserve that is made without a person, in minor units. */
  readonly payoutCaps: ReadonlyMap<ReserveCode, bigint>;
  /** How long the provider's records may stay silent about an attempt before an operator has to decide. */
  readonly patienceMs: number;
  /** Attempts that this process is sending right now: nobody else here touches them. */
  readonly inFlight: Set<string>;
}
