import { takePasswordTry } from '@quydoi/database/repositories/password-tries';
import { ASKED_MAILS_PER_DAY_MAX } from '@quydoi/domain/constants';
import type { Ctx } from '../context.ts';
import { macOf } from '../keyed-mac.ts';
import type { AccountDeps } from './account-deps.ts';
import { dayOf } from './password-tries.ts';

const PARTY_BYTES = 12;

/**
 * Whether an address may be sent another mail today that somebody asked for by typing it, which is counted. Nobody is told: the answer is the same, and
 * nobody fills a stranger's inbox.
 */
export async function mayAskMail(ctx: Ctx, { secrets }: Pick<AccountDeps, 'secrets'>, address: string): Promise<boolean> {
  const party = `mail:${macOf(`mail ${address}`, secrets, PARTY_BYTES)}`;
  return takePasswordTry(ctx.orm, { party, triesMax: ASKED_MAILS_PER_DAY_MAX }, dayOf(ctx.clock.now().getTime()), null);
}
