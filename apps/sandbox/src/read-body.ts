import type { Context } from 'hono';
import type { z } from 'zod';
import { Problem } from './problem.ts';

/** Reads and validates a JSON body. @throws Problem `BODY_INVALID` naming the first invalid field */
export async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const parsed = schema.safeParse(await c.req.json().catch(() => null));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Problem(400, 'BODY_INVALID', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`);
}
