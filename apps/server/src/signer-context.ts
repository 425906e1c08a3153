import { createCircuitBreakers } from '@quydoi/exchange/circuit-breaker';
import { OBLIGATIONS } from '@quydoi/exchange/payouts/obligations/registry';
import type { SignerCtx } from '@quydoi/exchange/payouts/signer';
import type { Config } from './config.ts';
import type { Role } from './role.ts';
import { secretKeysOf } from './secret-keys.ts';

/** Makes the context of a signer process from its role, the rails' own accounts and caps, and its configuration. */
export function signerContext(
  { ctx }: Role,
  { PATIENCE_MS, ORDER_REQUEST_SECRETS }: Pick<Config<'signer'>, 'PATIENCE_MS' | 'ORDER_REQUEST_SECRETS'>,
): SignerCtx {
  const rails = [...ctx.rails.values()];
  return {
    ...ctx,
    ownAccounts: new Set(rails.flatMap(({ ownAccounts = [] }) => ownAccounts)),
    payoutLimits: new Map(rails.flatMap(({ payoutLimits = new Map() }) => [...payoutLimits])),
    requestSecrets: secretKeysOf(ORDER_REQUEST_SECRETS),
    patienceMs: PATIENCE_MS,
    inFlight: new Set(),
    breakers: createCircuitBreakers(ctx.clock),
    obligations: OBLIGATIONS,
  };
}
