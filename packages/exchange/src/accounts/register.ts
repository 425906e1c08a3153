import type { RegisterInput } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { addCustomer, isCustomer, isUsernameTaken } from '@quydoi/database/repositories/customers';
import { DEFAULT_CURRENCY_KEY, DEFAULT_TIME_ZONE } from '@quydoi/domain/customer/customer';
import { normalizeCustomerId } from '@quydoi/domain/customer/customer-id';
import { DAY_MS } from '@quydoi/domain/durations';
import { isAPIError } from 'better-auth/api';
import type { Ctx } from '../context.ts';
import type { AccountDeps } from './account-deps.ts';
import { countAskedMail } from './ask-mail.ts';
import { isCommonPassword } from './common-passwords.ts';
import { accountRemovalCodesOf } from './delete-account.ts';
import { queueMail } from './mail-queue.ts';
import { sha256Of } from './password-tries.ts';
import { queueVerification } from './verify-email.ts';

/** Maximum tries while others take the e-mail address, the username or the random id at the same moment. */
const TRIES_MAX = 3;
/** An answer takes no less: writing an account takes longer than finding one, which would tell the two apart. */
const ANSWER_MS = 600;

/**
 * Opens an account. An e-mail address that has one gets the same answer, after the same work, and changes nothing. A username that is taken is left
 * out, so that the answer tells nobody who is a customer: the account then is without one. Errors: PASSWORD_COMMON.
 */
export async function register(ctx: Ctx, deps: AccountDeps, caller: Caller, input: RegisterInput): Promise<{ status: 'accepted' }> {
  const { email, username, password } = input;
  if (isCommonPassword(password, [email, ...(username === undefined ? [] : [username])])) throw new AppError('PASSWORD_COMMON');
  const sponsor = await sponsorOf(ctx, input.ref);
  const { earliest } = await deps.lanes.run('stranger', async () => {
    const sleeping = { earliest: ctx.clock.sleep(ANSWER_MS) };
    for (let tries = 1; ; tries += 1) {
      const outcome = await addAccount(ctx, deps, caller, input, sponsor);
      if (outcome !== 'overtaken') {
        await queueWelcome(ctx, deps, caller, input, outcome);
        return sleeping;
      }
      if (tries >= TRIES_MAX) throw new AppError('UNAVAILABLE');
    }
  });
  await earliest;
  return { status: 'accepted' };
}

/** The customer that a referral names, if there is one. A forged or mistyped one is no reason to turn a customer away. */
async function sponsorOf(ctx: Ctx, ref: string | undefined): Promise<string | null> {
  const id = ref === undefined ? null : normalizeCustomerId(ref);
  return id !== null && (await isCustomer(ctx.orm, id)) ? id : null;
}

/** Outcome of a try: the new customer; null where the address has an account; or another registration was faster, so that it is tried again. */
type Outcome = { readonly customerId: string } | null | 'overtaken';

/** Queues the mail that confirms the address, or tells its owner that there is an account already. */
async function queueWelcome(ctx: Ctx, deps: AccountDeps, caller: Caller, { email, language = caller.locale }: RegisterInput, added: Outcome) {
  if (added !== null && added !== 'overtaken') return queueVerification(ctx, deps, { customerId: added.customerId, email }, language);
  const id = await countAskedMail(ctx, deps, email);
  if (id === null) return;
  const params = { loginPage: `${deps.publicUrl}/login`, forgotPage: `${deps.publicUrl}/forgot` };
  await queueMail(ctx, deps, { id, kind: 'has-account', address: email, language, params }, new Date(ctx.clock.now().getTime() + DAY_MS));
}

/** Writes user and customer in one transaction. */
async function addAccount(ctx: Ctx, deps: AccountDeps, caller: Caller, input: RegisterInput, sponsor: string | null): Promise<Outcome> {
  const { email, password, fullName = '', firstName = '', lastName = '' } = input;
  const username = input.username !== undefined && !(await isUsernameTaken(ctx.orm, input.username)) ? input.username : undefined;
  try {
    return await deps.pool.inTransaction(async (run) => {
      const { user } = await deps.auth.api.signUpEmail({ body: { email, password, name: '', ...(username === undefined ? {} : { username }) } });
      // Adds nothing for an address that has an account: the library then answers with a user that there is not.
      const isNew = await addCustomer(run, {
        id: user.id,
        fullName,
        firstName,
        lastName,
        language: input.language ?? caller.locale,
        timeZone: input.timeZone ?? DEFAULT_TIME_ZONE,
        currencyKey: input.currencyKey ?? DEFAULT_CURRENCY_KEY,
        sponsor,
        createdAt: ctx.clock.now(),
        removalHash: sha256Of(accountRemovalCodesOf(user.id, deps.secrets)[0]),
      });
      return isNew ? { customerId: user.id } : null;
    });
  } catch (error) {
    if (isAPIError(error) && OVERTAKEN.has(String(error.body?.code))) return 'overtaken';
    throw error;
  }
}

/** The library's codes of a registration whose address, username or id another one has taken meanwhile. */
const OVERTAKEN: ReadonlySet<string> = new Set(['FAILED_TO_CREATE_USER', 'USERNAME_IS_ALREADY_TAKEN']);
