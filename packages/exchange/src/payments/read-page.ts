import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError } from '@quydoi/rails/rail';
import type { Ctx } from '../context.ts';
import { onRailTrouble } from '../rail-trouble.ts';

/** A page of what a provider tells, or null when it could not be read: then nothing moves on, and the next reading tries again. */
export async function readPage<T>(ctx: Ctx, code: NetworkCode, read: () => Promise<T>, what: string): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, code, error.trouble, what);
    return null;
  }
}
