import { keepBalances } from '@quydoi/database/balance-lines';
import { balanceCodesOf } from '@quydoi/exchange/balance-codes';
import { createCircuitBreakers } from '@quydoi/exchange/circuit-breaker';
import { OBLIGATIONS } from '@quydoi/exchange/payouts/obligations/registry';
import type { SignerCtx } from '@quydoi/exchange/payouts/signer';
import { createPriceSources, type PRICE_VARIABLES } from '@quydoi/rails/prices/config';
import type { Config } from './config.ts';
import type { Role } from './role.ts';
import { secretKeysOf } from './secret-keys.ts';

/** Makes the context of a signer process from its role, the rails' own accounts and caps, and its configuration. */
export function signerContext(
  { ctx, telemetry }: Role,
  config: Pick<Config<'signer'>, 'PATIENCE_MS' | 'VOUCHER_DOUBT_MS' | 'ORDER_REQUEST_SECRETS' | 'VOUCHER_SECRETS' | keyof typeof PRICE_VARIABLES>,
): SignerCtx {
  const rails = [...ctx.rails.values()];
  if (ctx.evidence) keepBalances(ctx.orm, balanceCodesOf(ctx.evidence));
  return {
    ...ctx,
    ownAccounts: new Set(rails.flatMap(({ ownAccounts = [] }) => ownAccounts)),
    payoutLimits: new Map(rails.flatMap(({ payoutLimits = new Map() }) => [...payoutLimits])),
    requestSecrets: secretKeysOf(config.ORDER_REQUEST_SECRETS),
    voucherSecrets: secretKeysOf(config.VOUCHER_SECRETS),
    patienceMs: config.PATIENCE_MS,
    voucherDoubtMs: config.VOUCHER_DOUBT_MS,
    inFlight: new Set(),
    breakers: createCircuitBreakers(ctx.clock),
    priceSources: [...telemetry.instrument(new Map(createPriceSources(config).map((source) => [source.code, source]))).values()],
    obligations: OBLIGATIONS,
  };
}
