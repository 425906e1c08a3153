import { lookupProcedures } from '@quydoi/contract/lookups';
import { procedure, router } from '../trpc.ts';

/** Who holds an account. */
export const lookupsRouter = router({
  accountName: procedure
    .input(lookupProcedures.accountName.input)
    .output(lookupProcedures.accountName.output)
    .mutation(({ ctx, input }) => ctx.exchange.lookups.accountName(ctx.caller, input)),
});
