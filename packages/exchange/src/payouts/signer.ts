import type { ReserveCode } from '@quydoi/domain/currencies';
import type { PriceSource } from '@quydoi/rails/prices/price-source';
import type { CircuitBreakers } from '../circuit-breaker.ts';
import type { Ctx } from '../context.ts';
import type { RequestSecrets } from '../orders/request-proof.ts';
import type { VoucherSecrets } from '../vouchers/sealed-voucher.ts';
import type { ProviderKey } from './providers.ts';
import type { ObligationReader } from './signer-obligation.ts';

/** The signer's context: what only the role that spends has. */
export interface SignerCtx extends Ctx {
  /** Our own accounts and addresses, which are never paid to. */
  readonly ownAccounts: ReadonlySet<string>;
  /** Hard limit of one payout per reserve, in minor units; larger ones are rejected. */
  readonly payoutLimits: ReadonlyMap<ReserveCode, bigint>;
  /** Secrets that prove that the web process made an order, and that a request came with its order's key; shared with it. */
  readonly requestSecrets: RequestSecrets;
  /** Secrets that vouchers are sealed under; shared with the web process. */
  readonly voucherSecrets: VoucherSecrets;
  /** How long the provider's records may stay silent about an attempt before an operator has to decide. */
  readonly patienceMs: number;
  /** How long it may stay open whether a voucher's money was taken before an operator has to decide. */
  readonly voucherDoubtMs: number;
  /** Ids of attempts that this process is sending right now: no other loop here touches them. */
  readonly inFlight: Set<string>;
  /** Circuit breakers of the payout providers. */
  readonly breakers: CircuitBreakers<ProviderKey>;
  /** Sources of reference prices; none where the installation prices by hand alone. */
  readonly priceSources: readonly PriceSource[];
  /** Obligations by kind. Payouts and attempts of any other kind are postponed. */
  readonly obligations: ReadonlyMap<string, ObligationReader>;
}
