import type { z } from 'zod';
import type { Caller } from './caller.ts';

/** Who may call a procedure. `anyone` includes visitors without an account; the verb itself checks keys and ownership. */
export type Access = 'anyone' | 'customer' | 'operator';

/** One procedure of the contract. Ports, routers, authorisation tests, fuzzers, the typed client and OpenAPI all derive from these. */
export interface Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'query' | 'mutation';
  readonly access: Access;
  readonly input: I;
  readonly output: O;
}

/** A noun's procedures by name. */
export type ProcedureTable = Readonly<Record<string, Procedure>>;

/** Declares a procedure that changes nothing. */
export function query<I extends z.ZodType, O extends z.ZodType>(access: Access, input: I, output: O): Procedure<I, O> & { readonly kind: 'query' } {
  return { kind: 'query', access, input, output };
}

/** Declares a procedure that changes something. */
export function mutation<I extends z.ZodType, O extends z.ZodType>(
  access: Access,
  input: I,
  output: O,
): Procedure<I, O> & { readonly kind: 'mutation' } {
  return { kind: 'mutation', access, input, output };
}

/** What implements a noun: a verb per procedure, given who calls and the parsed input. Throws AppError to refuse. */
export type PortOf<T extends ProcedureTable> = {
  readonly [K in keyof T]: (caller: Caller, input: z.output<T[K]['input']>) => Promise<z.input<T[K]['output']>>;
};
