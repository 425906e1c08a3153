import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { Exchange } from '@quydoi/contract/ports';
import type { Access } from '@quydoi/contract/procedure';
import { initTRPC } from '@trpc/server';
import { formatError } from './format-error.ts';
import { transformer } from './transformer.ts';

/** What a customer procedure knows. */
export interface Context {
  readonly exchange: Exchange;
  readonly caller: Caller;
}

/** What every procedure says about itself. */
export interface ProcedureMeta {
  readonly access: Access;
}

const t = initTRPC.context<Context>().meta<ProcedureMeta>().create({ transformer, isDev: false, errorFormatter: formatError });

/** Makes a router of procedures or routers. */
export const router = t.router;

/** A procedure for everybody. */
export const procedure = t.procedure.meta({ access: 'anyone' });

/** A procedure for signed-in customers. */
export const customerProcedure = t.procedure.meta({ access: 'customer' }).use(({ ctx, next }) => {
  if (ctx.caller.customerId === null) throw new AppError('REQUIRED_LOGIN');
  return next();
});
