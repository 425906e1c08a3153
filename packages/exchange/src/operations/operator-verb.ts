import type { Ctx } from '../context.ts';

/** Use case of an authenticated operator. */
export type OperatorVerb<I, O> = (ctx: Ctx, operator: string, input: I) => Promise<O>;
