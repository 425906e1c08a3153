import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { CustomerNouns, OperatorNouns } from '@quydoi/contract/nouns';
import type { NounTables, PortsOf, Procedure, ProcedureTable } from '@quydoi/contract/procedure';
import { initTRPC, type TRPCMutationProcedure, type TRPCQueryProcedure } from '@trpc/server';
import type { z } from 'zod';
import { checkAccess } from '../access.ts';
import { formatError } from './format-error.ts';
import { transformer } from './transformer.ts';

/** Context of a call: the caller, and the ports of the router's nouns, behind the guard. */
export interface RouterContext {
  readonly ports: PortsOf<CustomerNouns> | PortsOf<OperatorNouns>;
  readonly caller: Caller;
  /** Called with the token of a session that a call has begun, and with null when it has ended the caller's. Absent within the process. */
  readonly onSession?: ((token: string | null) => void) | undefined;
  /** Whether other calls may come in the same request, or the call in another form than the handler reads itself. */
  readonly isByAdapter?: boolean | undefined;
}

type UntypedPorts = Readonly<Record<string, Readonly<Record<string, (caller: Caller, input: unknown) => Promise<unknown>>>>>;

/** tRPC's procedure for a row of the contract. */
type ProcedureOf<P extends Procedure> = P['kind'] extends 'query' ? TRPCQueryProcedure<TypesOf<P>> : TRPCMutationProcedure<TypesOf<P>>;
interface TypesOf<P extends Procedure> {
  input: z.input<P['input']>;
  output: z.output<P['output']>;
  meta: Procedure;
}

/** A router's procedures by noun and name, with the types that clients infer. */
type RouterRecordOf<N extends NounTables> = { [K in keyof N]: { [L in keyof N[K]]: ProcedureOf<N[K][L]> } };

const t = initTRPC.context<RouterContext>().meta<Procedure>().create({ transformer, isDev: false, errorFormatter: formatError });

/**
 * Checks access before the input is parsed, so that unauthorised callers cannot probe the schema. The guard (`guard.ts`) checks again. Files come alone,
 * by the handler that has counted them: a small one in a batch takes as long to be read as any.
 */
const procedure = t.procedure.use(({ ctx, meta, next }) => {
  const row = meta as Procedure;
  checkAccess(row, ctx.caller.principal);
  if (ctx.isByAdapter && row.bodyBytesMax !== undefined) throw new AppError('BODY_INVALID');
  return next();
});

/** Makes a router of every procedure of these nouns. */
export function routerOf<N extends NounTables>(nouns: N) {
  const record = Object.fromEntries(Object.entries(nouns).map(([noun, table]) => [noun, proceduresOf(noun, table)]));
  return t.router(record as RouterRecordOf<N>);
}

function proceduresOf(noun: string, table: ProcedureTable) {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, procedureOf(noun, name, row)]));
}

function procedureOf(noun: string, name: string, row: Procedure) {
  const parsing = procedure.meta(row).input(row.input).output(row.output);
  const call = ({ ctx, input }: { readonly ctx: RouterContext; readonly input: unknown }) => {
    const useCase = (ctx.ports as UntypedPorts)[noun]?.[name];
    if (useCase === undefined) throw new Error(`Unbound procedure: ${noun}.${name}`);
    return useCase(ctx.caller, input) as Promise<never>;
  };
  const { session } = row;
  if (session !== undefined) return parsing.mutation(async (options) => tellSession(options.ctx, session, await call(options)));
  return row.kind === 'query' ? parsing.query(call) : parsing.mutation(call);
}

/** Tells the transport of a session that a call has begun or ended. */
function tellSession<T>(ctx: RouterContext, session: NonNullable<Procedure['session']>, output: T): T {
  const token = session === 'begins' ? (output as { readonly token?: string }).token : null;
  if (token !== undefined) ctx.onSession?.(token);
  return output;
}
