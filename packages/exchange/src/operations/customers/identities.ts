import { AppError } from '@quydoi/contract/errors';
import { readShownIdentity, readWaitingIdentities, type ShownIdentity, type WaitingIdentity } from '@quydoi/database/repositories/identities';
import type { IdentityPart } from '@quydoi/domain/customer/identity';
import type { Ctx } from '../../context.ts';
import type { IdentityOpener } from '../../identity-keys.ts';
import type { OperatorVerb } from '../operator-verb.ts';

type OpenedIdentity = Omit<ShownIdentity, 'parts'> & { parts: { part: IdentityPart; uploadedAt: Date; image: string }[] };

/** Customers whose pictures wait to be looked at, the oldest first. */
export const listIdentities: OperatorVerb<{ limit: number }, { items: WaitingIdentity[] }> = async (ctx, _operator, { limit }) => ({
  items: await readWaitingIdentities(ctx.orm, limit),
});

/** What a customer says of themselves, and the pictures. Errors: NOT_FOUND, UNAVAILABLE where this process has no key to them. */
export const readIdentity: OperatorVerb<{ customer: string }, OpenedIdentity> = async (ctx, _operator, { customer }) => {
  const identities = openerOf(ctx);
  const shown = await readShownIdentity(ctx.orm, customer, ctx.audit);
  if (shown === null || shown.parts.length === 0) throw new AppError('NOT_FOUND');
  const parts = shown.parts.map(async ({ part, uploadedAt, sealed }) => {
    const image = await identities.open(sealed, customer, part);
    if (image === null) throw new AppError('UNAVAILABLE', {}, { cause: 'IDENTITY_SECRETS' });
    return { part, uploadedAt, image: Buffer.from(image).toString('base64') };
  });
  return { ...shown, parts: await Promise.all(parts) };
};

/** The public key of this operator's secret. Error: UNAVAILABLE without one. */
export const readIdentityKey: OperatorVerb<object, { publicKey: string }> = async (ctx) => ({ publicKey: openerOf(ctx).publicKey });

function openerOf({ identities }: Ctx): IdentityOpener {
  if (identities === undefined) throw new AppError('UNAVAILABLE', {}, { cause: 'IDENTITY_SECRETS' });
  return identities;
}
