/**
 * Control experiment: the signer without its first-hand confirmation of payments, so that it believes what other roles journalled. A campaign of
 * forgeries must find what it pays; otherwise it could not find it of the real signer either.
 */
import { answerLookups } from '@quydoi/exchange/lookups/answer-lookups';
import { sendPayouts } from '@quydoi/exchange/payouts/send-payouts';
import { settleAttempts } from '@quydoi/exchange/payouts/settle-attempts';
import type { ObligationReader } from '@quydoi/exchange/payouts/signer-obligation';
import { createRails } from '@quydoi/rails/registry';
import { readConfig } from '@quydoi/server/config';
import { pollSources } from '@quydoi/server/poll-sources';
import { openRole } from '@quydoi/server/role';
import { signerContext } from '@quydoi/server/signer-context';
import { readEnvironment } from '../system/env.ts';

const POOL_SIZE = 8;
const POLL_MS = 500;

const config = readConfig('signer', readEnvironment());
const role = await openRole('signer', config, (settings) => createRails('signer', config, settings), POOL_SIZE);

/** Reads an obligation whose payments need no confirmation. */
function credulous(read: ObligationReader): ObligationReader {
  return async (ctx, payout) => {
    const obligation = await read(ctx, payout);
    if (!obligation) return null;
    const validate: typeof obligation.validate = async (current) => {
      const objection = await obligation.validate(current);
      return objection !== null && typeof objection !== 'string' && objection.waitsFor === 'confirmation' ? null : objection;
    };
    return { ...obligation, validate };
  };
}

const own = signerContext(role, config);
const ctx = { ...own, obligations: new Map([...own.obligations].map(([kind, read]) => [kind, credulous(read)])) };

await pollSources(role);
for (const { code, payouts, lookup } of ctx.rails.values()) {
  if (payouts) {
    role.poll(`send ${code}`, (_, stopped) => sendPayouts(ctx, code, stopped), POLL_MS, ['payout']);
    role.poll(`settle ${code}`, (_, stopped) => settleAttempts(ctx, code, stopped), POLL_MS);
  }
  if (lookup) role.poll(`lookups ${code}`, (_, stopped) => answerLookups(ctx, code, stopped), POLL_MS, ['lookup']);
}
role.start();
