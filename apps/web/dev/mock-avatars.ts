import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { AVATARS_PATH } from '@quydoi/domain/image';
import { NO_PICTURE } from './mock-identity.ts';

const CALL_MS = 600;
/** Pictures of customers of the mock by the customer's id. */
const kept = new Map<string, { readonly id: string; readonly image: Uint8Array }>();
let count = 0;

const idOf = ({ principal }: Caller) => (principal.kind === 'customer' ? principal.customerId : '');

/** Path of a customer's picture; null without one. */
export function mockAvatarOf(customerId: string): string | null {
  const avatar = kept.get(customerId);
  return avatar === undefined ? null : `${AVATARS_PATH}/${avatar.id}`;
}

/** Keeps a picture, as it was sent; none removes it. */
export async function keepMockAvatar(caller: Caller, image: string | null): Promise<void> {
  await sleep(CALL_MS);
  if (image?.startsWith(NO_PICTURE)) throw new AppError('IMAGE_INVALID');
  count += 1;
  if (image === null) kept.delete(idOf(caller));
  else kept.set(idOf(caller), { id: `picture-${count}`, image: Buffer.from(image, 'base64') });
}

/** A customer's own picture by its id. */
export async function findMockAvatar(caller: Caller, id: string): Promise<Uint8Array | null> {
  const avatar = kept.get(idOf(caller));
  return avatar?.id === id ? avatar.image : null;
}
