import { reviewProcedures } from '@quydoi/contract/reviews';
import { procedure, router } from '../trpc.ts';

/** What customers say about their orders. */
export const reviewsRouter = router({
  create: procedure
    .input(reviewProcedures.create.input)
    .output(reviewProcedures.create.output)
    .mutation(({ ctx, input }) => ctx.exchange.reviews.create(ctx.caller, input)),
  list: procedure
    .input(reviewProcedures.list.input)
    .output(reviewProcedures.list.output)
    .query(({ ctx, input }) => ctx.exchange.reviews.list(ctx.caller, input)),
});
