import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { IdentityView, UploadPartInput } from '@quydoi/contract/identity';
import { type IdentityOutcome, keepIdentityPart, readIdentityState, submitIdentity } from '@quydoi/database/repositories/identities';
import type { Ctx } from '../../context.ts';
import type { IdentitySealer } from '../../identity-keys.ts';
import type { ImageCleaner } from '../../images/clean-image.ts';
import { sessionOf } from '../account-deps.ts';

/** Dependencies of the use cases that show who a customer is. */
export interface IdentityDeps {
  readonly images: ImageCleaner;
  readonly identities: IdentitySealer;
}

/** What the caller has shown of who they are. Error: REQUIRED_LOGIN. */
export async function getIdentity(ctx: Ctx, caller: Caller): Promise<IdentityView> {
  const state = await readIdentityState(ctx.orm, sessionOf(caller).customerId);
  if (state === null) throw new AppError('REQUIRED_LOGIN');
  return state;
}

/**
 * Keeps a picture of the caller: drawn anew, then encrypted to operators. Errors: REQUIRED_LOGIN, IMAGE_INVALID, IMAGE_TOO_LARGE, IDENTITY_SUBMITTED,
 * IDENTITY_VERIFIED.
 */
export async function uploadIdentityPart(ctx: Ctx, deps: IdentityDeps, caller: Caller, { part, image }: UploadPartInput): Promise<IdentityView> {
  const { customerId } = sessionOf(caller);
  await refuseHandedIn(ctx, caller);
  const cleaned = await deps.images.clean(Buffer.from(image, 'base64'), 'identity');
  const sealed = await deps.identities.seal(cleaned, customerId, part);
  await requireDone(ctx, caller, await keepIdentityPart(ctx.orm, customerId, part, sealed, ctx.clock.now()));
  return getIdentity(ctx, caller);
}

/** Hands the caller's pictures to operators. Errors: REQUIRED_LOGIN, IDENTITY_INCOMPLETE, IDENTITY_SUBMITTED, IDENTITY_VERIFIED. */
export async function submitOwnIdentity(ctx: Ctx, caller: Caller): Promise<IdentityView> {
  const { customerId } = sessionOf(caller);
  await refuseHandedIn(ctx, caller);
  await requireDone(ctx, caller, await submitIdentity(ctx.orm, customerId, ctx.clock.now()));
  return getIdentity(ctx, caller);
}

async function requireDone(ctx: Ctx, caller: Caller, outcome: IdentityOutcome): Promise<void> {
  if (outcome === 'incomplete') throw new AppError('IDENTITY_INCOMPLETE');
  if (outcome === 'done') return;
  await refuseHandedIn(ctx, caller);
  // Decided between the two looks: the pictures may be changed again.
  throw new AppError('UNAVAILABLE', {}, { cause: 'identity' });
}

async function refuseHandedIn(ctx: Ctx, caller: Caller): Promise<void> {
  const { docStatus } = await getIdentity(ctx, caller);
  if (docStatus === 'unverified') throw new AppError('IDENTITY_SUBMITTED');
  if (docStatus === 'verify') throw new AppError('IDENTITY_VERIFIED');
}
