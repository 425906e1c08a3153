import { configProcedures } from '@quydoi/contract/config';
import { procedure, router } from '../trpc.ts';

/** What the site shows before anybody asks for anything. Polled unbatched, both are answered from their snapshots. */
export const configRouter = router({
  get: procedure
    .input(configProcedures.get.input)
    .output(configProcedures.get.output)
    .query(({ ctx, input }) => ctx.exchange.config.get(ctx.caller, input)),
  live: procedure
    .input(configProcedures.live.input)
    .output(configProcedures.live.output)
    .query(({ ctx, input }) => ctx.exchange.config.live(ctx.caller, input)),
});
