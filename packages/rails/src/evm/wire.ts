import { z } from 'zod';

/** Bytes in hex with `0x`. */
export const hexText = z.string().regex(/^0x(?:[0-9a-f]{2})*$/);
/** Hash of a block or a transaction. */
export const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
/** An address, in lower case. */
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .toLowerCase();
/** An amount, in hex with `0x`. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/)
  .transform(BigInt);
