import type { CustomerView, SetAvatarInput } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { deleteAvatar, keepAvatar, readAvatar } from '@quydoi/database/repositories/avatars';
import type { Ctx } from '../context.ts';
import type { ImageCleaner } from '../images/clean-image.ts';
import { type AccountDeps, sessionOf } from './account-deps.ts';
import { me } from './me.ts';

/** 128 bits, 22 characters. */
const ID_BYTES = 16;

/** Keeps the caller's picture, drawn anew and cut to a square, in place of the one before. Errors: REQUIRED_LOGIN, IMAGE_INVALID, IMAGE_TOO_LARGE. */
export async function setAvatar(
  ctx: Ctx,
  deps: Pick<AccountDeps, 'secrets'>,
  images: ImageCleaner,
  caller: Caller,
  input: SetAvatarInput,
): Promise<CustomerView> {
  const { customerId } = sessionOf(caller);
  const image = await images.clean(Buffer.from(input.image, 'base64'), 'avatar');
  const id = Buffer.from(ctx.random(ID_BYTES)).toString('base64url');
  if (!(await keepAvatar(ctx.orm, customerId, { id, image, uploadedAt: ctx.clock.now() }))) throw new AppError('REQUIRED_LOGIN');
  return me(ctx, deps, caller);
}

/** Removes the caller's picture, if there is one. Error: REQUIRED_LOGIN. */
export async function removeAvatar(ctx: Ctx, deps: Pick<AccountDeps, 'secrets'>, caller: Caller): Promise<CustomerView> {
  await deleteAvatar(ctx.orm, sessionOf(caller).customerId);
  return me(ctx, deps, caller);
}

/** The caller's own picture, a JPEG, by its id; null for any other. Error: REQUIRED_LOGIN. */
export async function findAvatar(ctx: Ctx, caller: Caller, id: string): Promise<Uint8Array | null> {
  const avatar = await readAvatar(ctx.orm, sessionOf(caller).customerId);
  return avatar !== null && avatar.id === id ? avatar.image : null;
}
