import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { operationProcedures } from '@quydoi/contract/operations';
import type { Operations } from '@quydoi/contract/ports';
import { initTRPC } from '@trpc/server';
import { formatError } from './format-error.ts';
import { transformer } from './transformer.ts';
import type { ProcedureMeta } from './trpc.ts';

/** What an operator procedure knows. */
export interface OperatorContext {
  readonly operations: Operations;
  readonly caller: Caller;
}

const t = initTRPC.context<OperatorContext>().meta<ProcedureMeta>().create({ transformer, isDev: false, errorFormatter: formatError });

const procedure = t.procedure.meta({ access: 'operator' }).use(({ ctx, next }) => {
  if (ctx.caller.operator === null) throw new AppError('FORBIDDEN');
  return next();
});

const {
  setRate,
  setPair,
  setRail,
  resolveError,
  attachPayment,
  refundPayment,
  refundOrder,
  clearRisk,
  markForged,
  recordHandPayout,
  adjustReserve,
  moderateReview,
  listReviews,
  listAttention,
  listUnmatched,
  listRails,
  checkLedger,
} = operationProcedures;

/** Everything that operators can call: for their own port, never for customers'. */
export const operatorRouter = t.router({
  setRate: procedure
    .input(setRate.input)
    .output(setRate.output)
    .mutation(({ ctx, input }) => ctx.operations.setRate(ctx.caller, input)),
  setPair: procedure
    .input(setPair.input)
    .output(setPair.output)
    .mutation(({ ctx, input }) => ctx.operations.setPair(ctx.caller, input)),
  setRail: procedure
    .input(setRail.input)
    .output(setRail.output)
    .mutation(({ ctx, input }) => ctx.operations.setRail(ctx.caller, input)),
  attachPayment: procedure
    .input(attachPayment.input)
    .output(attachPayment.output)
    .mutation(({ ctx, input }) => ctx.operations.attachPayment(ctx.caller, input)),
  refundPayment: procedure
    .input(refundPayment.input)
    .output(refundPayment.output)
    .mutation(({ ctx, input }) => ctx.operations.refundPayment(ctx.caller, input)),
  refundOrder: procedure
    .input(refundOrder.input)
    .output(refundOrder.output)
    .mutation(({ ctx, input }) => ctx.operations.refundOrder(ctx.caller, input)),
  clearRisk: procedure
    .input(clearRisk.input)
    .output(clearRisk.output)
    .mutation(({ ctx, input }) => ctx.operations.clearRisk(ctx.caller, input)),
  markForged: procedure
    .input(markForged.input)
    .output(markForged.output)
    .mutation(({ ctx, input }) => ctx.operations.markForged(ctx.caller, input)),
  resolveError: procedure
    .input(resolveError.input)
    .output(resolveError.output)
    .mutation(({ ctx, input }) => ctx.operations.resolveError(ctx.caller, input)),
  recordHandPayout: procedure
    .input(recordHandPayout.input)
    .output(recordHandPayout.output)
    .mutation(({ ctx, input }) => ctx.operations.recordHandPayout(ctx.caller, input)),
  adjustReserve: procedure
    .input(adjustReserve.input)
    .output(adjustReserve.output)
    .mutation(({ ctx, input }) => ctx.operations.adjustReserve(ctx.caller, input)),
  moderateReview: procedure
    .input(moderateReview.input)
    .output(moderateReview.output)
    .mutation(({ ctx, input }) => ctx.operations.moderateReview(ctx.caller, input)),
  listReviews: procedure
    .input(listReviews.input)
    .output(listReviews.output)
    .query(({ ctx, input }) => ctx.operations.listReviews(ctx.caller, input)),
  listAttention: procedure
    .input(listAttention.input)
    .output(listAttention.output)
    .query(({ ctx, input }) => ctx.operations.listAttention(ctx.caller, input)),
  listUnmatched: procedure
    .input(listUnmatched.input)
    .output(listUnmatched.output)
    .query(({ ctx, input }) => ctx.operations.listUnmatched(ctx.caller, input)),
  listRails: procedure
    .input(listRails.input)
    .output(listRails.output)
    .query(({ ctx, input }) => ctx.operations.listRails(ctx.caller, input)),
  checkLedger: procedure
    .input(checkLedger.input)
    .output(checkLedger.output)
    .query(({ ctx, input }) => ctx.operations.checkLedger(ctx.caller, input)),
});

/** Type of the operators' router, for their console. */
export type OperatorRouter = typeof operatorRouter;
