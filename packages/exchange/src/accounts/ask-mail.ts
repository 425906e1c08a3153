import type { NewMail } from '@quydoi/database/repositories/mails';
import { returnPasswordTry, takePasswordTry } from '@quydoi/database/repositories/password-tries';
import { ASKED_MAILS_PER_DAY_MAX } from '@quydoi/domain/constants';
import { type Ctx, newId } from '../context.ts';
import { type MacSecrets, macOf } from '../keyed-mac.ts';
import type { AccountDeps } from './account-deps.ts';
import { dayOf, sha256Of } from './password-tries.ts';

const PARTY_BYTES = 12;
/** The largest `integer` of PostgreSQL. */
const UNLIMITED = 2 ** 31 - 1;

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

/** Which mail of the queue, and of which day. */
type QueuedMail = Pick<NewMail, 'id' | 'address' | 'createdAt'>;

/**
 * Counts a mail no more that was asked for and never sent: a mail server that is away for hours uses up nobody's mails of the day. Others were not counted.
 * @returns whether it was counted until now, and not for good
 */
export async function uncountAskedMail(
  ctx: Ctx,
  { secrets }: Pick<AccountDeps, 'secrets'>,
  { id, address, createdAt }: QueuedMail,
): Promise<boolean> {
  return returnPasswordTry(ctx.orm, partyOf(address, secrets), dayOf(createdAt.getTime()), returnCodeOf(id, secrets));
}

/**
 * Counts a mail for good that was asked for and may have been taken, though nobody said so: as long as a server takes mails in silence, links that expire
 * would let a stranger ask for more of them without end.
 */
export async function keepAskedMail(ctx: Ctx, deps: Pick<AccountDeps, 'secrets'>, mail: QueuedMail): Promise<void> {
  if (!(await uncountAskedMail(ctx, deps, mail))) return;
  const tries = { party: partyOf(mail.address, deps.secrets), triesMax: UNLIMITED };
  await takePasswordTry(ctx.orm, tries, dayOf(mail.createdAt.getTime()), null);
}

function partyOf(address: string, secrets: MacSecrets): string {
  return `mail:${macOf(`mail ${address}`, secrets, PARTY_BYTES)}`;
}

/** Only the process can give a try back. */
function returnCodeOf(id: string, secrets: MacSecrets): string {
  return macOf(`asked mail ${id}`, secrets);
}
