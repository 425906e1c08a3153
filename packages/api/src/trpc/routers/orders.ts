import { orderProcedures } from '@quydoi/contract/orders';
import { procedure, router } from '../trpc.ts';

/** Quotes and orders. */
export const ordersRouter = router({
  quote: procedure
    .input(orderProcedures.quote.input)
    .output(orderProcedures.quote.output)
    .query(({ ctx, input }) => ctx.exchange.orders.quote(ctx.caller, input)),
  create: procedure
    .input(orderProcedures.create.input)
    .output(orderProcedures.create.output)
    .mutation(({ ctx, input }) => ctx.exchange.orders.create(ctx.caller, input)),
  get: procedure
    .input(orderProcedures.get.input)
    .output(orderProcedures.get.output)
    .query(({ ctx, input }) => ctx.exchange.orders.get(ctx.caller, input)),
  act: procedure
    .input(orderProcedures.act.input)
    .output(orderProcedures.act.output)
    .mutation(({ ctx, input }) => ctx.exchange.orders.act(ctx.caller, input)),
  decision: procedure
    .input(orderProcedures.decision.input)
    .output(orderProcedures.decision.output)
    .query(({ ctx, input }) => ctx.exchange.orders.decision(ctx.caller, input)),
});
