import { DatabaseError } from 'pg';
import { runPrepared, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { GUARD_STATES } from '../sqlstates.ts';

/** The picture that a customer has of themselves. */
export interface Avatar {
  /** Part of its address; each picture has another. */
  readonly id: string;
  /** JPEG. */
  readonly image: Uint8Array;
  readonly uploadedAt: Date;
}

/** Keeps a customer's picture, in place of the one before. @returns false when there is no such customer, or the account is deleted */
export async function keepAvatar(orm: Orm, customerId: string, { id, image, uploadedAt }: Avatar): Promise<boolean> {
  try {
    await writePrepared(
      orm,
      'keep avatar',
      `insert into avatar (customer_id, id, image, uploaded_at) values ($1, $2, $3, $4)
       on conflict (customer_id) do update set id = $2, image = $3, uploaded_at = $4`,
      [customerId, id, image, uploadedAt],
    );
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === GUARD_STATES.avatarOfDeleted) return false;
    throw error;
  }
}

/** A customer's picture; null without one. */
export async function readAvatar(orm: Orm, customerId: string): Promise<Avatar | null> {
  const [row] = await runPrepared<{ id: string; image: Uint8Array; uploaded_at: Date | string }>(
    orm,
    'avatar',
    'select id, image, uploaded_at from avatar where customer_id = $1',
    [customerId],
  );
  return row ? { id: row.id, image: row.image, uploadedAt: new Date(row.uploaded_at) } : null;
}

/** Removes a customer's picture. */
export async function deleteAvatar(orm: Orm, customerId: string): Promise<void> {
  await writePrepared(orm, 'delete avatar', 'delete from avatar where customer_id = $1', [customerId]);
}
