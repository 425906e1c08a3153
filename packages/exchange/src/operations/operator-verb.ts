import type { Ctx } from '../context.ts';

/** A verb of operators: who acts is known. */
export type OperatorVerb<I, O> = (ctx: Ctx, operator: string, input: I) => Promise<O>;
