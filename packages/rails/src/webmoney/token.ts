import { z } from 'zod';
import { RailError } from '../rail-error.ts';
import type { JsonCall } from './json-api.ts';
import { purse } from './wire.ts';

/** Permissions that we use: transfers, the list of operations, the balance. */
const SCOPES = ['trans', 'transHist', 'balance'] as const;

/** Answer of `Introspect` (RFC 7662): of an inactive token it says nothing else. */
const introspection = z.object({
  active: z.boolean(),
  scope: z.string().nullish(),
  /** Expiry in Unix seconds. */
  exp: z.number().nullish(),
  purse: z.string().nullish(),
});

/**
 * Asks WebMoney whether our token is valid, is for our purse, and has every permission that we use.
 * @throws RailError trouble `credentials` when WebMoney says that it is not
 */
export async function requireUsableToken(call: JsonCall, ourPurse: string, now: Date): Promise<void> {
  const { body } = await call('Introspect', {});
  const { data: token } = introspection.safeParse(body);
  if (!token) throw new RailError('webmoney', 'malformed', 'unknown', 'Introspect answered something else');
  const objection = objectionTo(token, ourPurse, now);
  if (objection !== null) throw new RailError('webmoney', 'credentials', 'not-done', `the token ${objection}`);
}

function objectionTo({ active, scope, exp, purse: bound }: z.output<typeof introspection>, ourPurse: string, now: Date): string | null {
  if (!active) return 'is not active';
  if (typeof exp === 'number' && exp * 1_000 <= now.getTime()) return 'has expired';
  if (bound && purse(bound) !== ourPurse) return 'is for another purse';
  const granted = (scope ?? '').split(' ');
  const missing = SCOPES.filter((name) => !granted.includes(name));
  return missing.length > 0 ? `lacks the permissions ${missing.join(', ')}` : null;
}
