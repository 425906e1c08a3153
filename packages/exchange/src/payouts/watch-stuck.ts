import { readAttemptsSentAlone } from '@quydoi/database/repositories/vouchers';
import { CURRENCIES, TRADED_CODES, type TradedCode } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import type { SignerCtx } from './signer.ts';

/** How long a payout may be in doubt before its currency is closed. */
const STUCK_MS = 2 * MINUTE_MS;

/**
 * Closes paying out a currency whose payouts are sent one at a time, while one of them is in doubt for minutes: its provider answers, but its records do
 * not tell what became of it, and customers would pay for what cannot be sent.
 */
export async function watchStuck(ctx: SignerCtx, network: NetworkCode): Promise<false> {
  const codes = TRADED_CODES.filter((code) => CURRENCIES[code].network === network && CURRENCIES[code].isVoucher === true);
  const inDoubt = codes.length === 0 ? [] : await readAttemptsSentAlone(ctx.orm);
  for (const code of codes) {
    const stuck = inDoubt.find(({ currency, sentAt }) => currency === code && ctx.clock.now().getTime() - sentAt.getTime() >= STUCK_MS);
    if (stuck)
      await suspendNetwork(ctx, stuckKey(code), `attempt ${stuck.id} is in doubt since ${stuck.sentAt.toISOString()}, no other ${code} is sent`);
    else await resumeNetwork(ctx, stuckKey(code));
  }
  return false;
}

function stuckKey(code: TradedCode): SuspensionKey {
  return { network: CURRENCIES[code].network, cause: 'stuck', direction: 'out', subject: code };
}
