import { returnPasswordTry, takePasswordTry } from '@quydoi/database/repositories/password-tries';
import { ASKED_MAILS_PER_DAY_MAX } from '@quydoi/domain/constants';
import { type Ctx, newId } from '../context.ts';
import { type MacSecrets, macOf } from '../keyed-mac.ts';
import type { AccountDeps } from './account-deps.ts';
import { dayOf, sha256Of } from './password-tries.ts';

const PARTY_BYTES = 12;

/**
 * Counts a mail that somebody asks for by typing its address, by address and day. Nobody is told: the answer is the same, and
 * nobody fills a stranger's inbox.
 * @returns the id that the mail has to have; null when the address may be sent no more of them today
 */
export async function countAskedMail(ctx: Ctx, { secrets }: Pick<AccountDeps, 'secrets'>, address: string): Promise<string | null> {
  const id = newId(ctx);
  const tries = { party: partyOf(address, secrets), triesMax: ASKED_MAILS_PER_DAY_MAX };
  const isTaken = await takePasswordTry(ctx.orm, tries, dayOf(ctx.clock.now().getTime()), sha256Of(returnCodeOf(id, secrets)));
  return isTaken ? id : null;
}

/** Counts a mail no more that was asked for and never sent: a mail server that is away for hours uses up nobody's mails of the day. Others were not counted. */
export async function uncountAskedMail(
  ctx: Ctx,
  { secrets }: Pick<AccountDeps, 'secrets'>,
  { id, address, createdAt }: { readonly id: string; readonly address: string; readonly createdAt: Date },
): Promise<void> {
  await returnPasswordTry(ctx.orm, partyOf(address, secrets), dayOf(createdAt.getTime()), returnCodeOf(id, secrets));
}

function partyOf(address: string, secrets: MacSecrets): string {
  return `mail:${macOf(`mail ${address}`, secrets, PARTY_BYTES)}`;
}

/** Only the process can give a try back. */
function returnCodeOf(id: string, secrets: MacSecrets): string {
  return macOf(`asked mail ${id}`, secrets);
}
