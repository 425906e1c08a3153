import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { AuthPool } from '@quydoi/database/auth-pool';
import type { Ctx } from '../context.ts';
import { type MacSecrets, macOf } from '../keyed-mac.ts';
import { type Auth, createAuth } from './auth.ts';
import { createHashLanes, type HashLanes } from './hash-lanes.ts';
import { type AccountLinks, createAccountLinks } from './links.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createSessionTokens, type SessionTokens } from './session-tokens.ts';
import { createSessions, type Sessions } from './sessions.ts';
import type { SmsSender } from './two-factor/sms.ts';

/** Dependencies of the account use cases, per process. */
export interface AccountDeps {
  readonly auth: Auth;
  readonly pool: AuthPool;
  readonly passwords: Passwords;
  readonly lanes: HashLanes;
  readonly tokens: SessionTokens;
  readonly sessions: Sessions;
  readonly links: AccountLinks;
  /** Sends codes; null where none is set up, and codes by SMS are not offered. */
  readonly sms: SmsSender | null;
  /** The site's address, without a slash at its end. */
  readonly publicUrl: string;
  /** Secrets of passwords, session tokens, links, mails and the hashes that stand for names of strangers: only the web has them. */
  readonly secrets: MacSecrets;
}

/** What a process's accounts are made of. */
interface AccountOptions {
  readonly pool: AuthPool;
  readonly secrets: MacSecrets;
  readonly publicUrl: string;
  readonly sms: SmsSender | null;
  /** Default: {@link createPasswords} of the secrets. */
  readonly passwords?: Passwords;
}

/** Creates the account dependencies of one process. */
export function createAccountDeps(ctx: Ctx, options: AccountOptions): AccountDeps {
  const { pool, secrets, publicUrl, sms, passwords = createPasswords(ctx, secrets) } = options;
  const tokens = createSessionTokens(secrets);
  const auth = createAuth(ctx, { pool, passwords, secret: macOf('better-auth', secrets), publicUrl });
  const sessions = createSessions(ctx, tokens);
  const links = createAccountLinks(secrets);
  return { auth, pool, passwords, lanes: createHashLanes(), tokens, sessions, links, sms, publicUrl: publicUrl.replace(/\/+$/, ''), secrets };
}

/** The session that a call was made with. @throws AppError REQUIRED_LOGIN */
export function sessionOf({ principal }: Caller): { readonly customerId: string; readonly sessionId: string } {
  if (principal.kind !== 'customer') throw new AppError('REQUIRED_LOGIN');
  return principal;
}
