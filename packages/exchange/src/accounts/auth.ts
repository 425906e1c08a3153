import type { AuthPool } from '@quydoi/database/auth-pool';
import { PASSWORD_LENGTH, SESSION_DAYS, USERNAME_LENGTH } from '@quydoi/domain/constants';
import { CUSTOMER_ID_BYTES, customerIdFromBytes } from '@quydoi/domain/customer/customer-id';
import { DAY_MS } from '@quydoi/domain/durations';
import { betterAuth } from 'better-auth';
import { username } from 'better-auth/plugins/username';
import { type Ctx, newId } from '../context.ts';
import type { Passwords } from './passwords.ts';

/** What {@link createAuth} needs. */
interface AuthOptions {
  readonly pool: AuthPool;
  readonly passwords: Passwords;
  /** Signs what the library hands out by itself; sessions have tokens of ours. */
  readonly secret: string;
  /** The site's address. */
  readonly publicUrl: string;
}

/**
 * The library that keeps credentials and sessions, called within the process only: it serves no route, and limits are ours. Its tables are made by a
 * migration, and a user's id is the customer's. The second factor is ours (`two-factor/`): the library's plugin reads the time itself, accepts a code
 * more than once, and counts wrong ones by account alone, so that whoever knows the password keeps the owner out.
 */
export function createAuth(ctx: Ctx, { pool, passwords, secret, publicUrl }: AuthOptions) {
  return betterAuth({
    database: pool.database,
    secret,
    baseURL: publicUrl,
    telemetry: { enabled: false },
    // It would log e-mail addresses.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      // Whoever registers an address that has an account gets the same answer as for a new one.
      autoSignIn: false,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      // It hashes at registration, before the customer has an id, and compares nothing: `check-password.ts` does.
      password: { hash: (password) => passwords.hash(password), verify: async () => false },
    },
    advanced: {
      database: { generateId: ({ model }) => (model === 'user' ? customerIdFromBytes(ctx.random(CUSTOMER_ID_BYTES)) : newId(ctx)) },
    },
    databaseHooks: {
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, ...(account.password ? { password: passwords.bind(account.userId, account.password) } : {}) },
          }),
        },
      },
      session: {
        create: {
          before: async (session) => {
            const now = ctx.clock.now();
            return { data: { ...session, createdAt: now, updatedAt: now, expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS) } };
          },
        },
      },
    },
    plugins: [username({ minUsernameLength: USERNAME_LENGTH.min, maxUsernameLength: USERNAME_LENGTH.max })],
  });
}

/** The library, set up. */
export type Auth = ReturnType<typeof createAuth>;
