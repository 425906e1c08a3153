import type { z } from 'zod';
import type { Caller } from './caller.ts';

/**
 * Principals that may call a procedure. `anyone` includes visitors without an account: the use case itself checks order keys and ownership.
 * `customer` is a signed-in customer, `customer-or-key` one of their API keys as well.
 */
export type Access = 'anyone' | 'customer' | 'customer-or-key' | 'operator';

/** Classes of procedures whose calls are counted together by the rate limiter. */
export type LimitClass = 'create' | 'lookup' | 'act' | 'claim' | 'voucher' | 'voucher-check' | 'coupon' | 'register' | 'login' | 'mail' | 'poll';

/** Tokens that one call takes from its caller's bucket of a class. */
export interface LimitCost {
  readonly class: LimitClass;
  readonly cost: number;
}

/**
 * When a second operator has to confirm an act. `worth`: if its money (that of `ref`, `id` or `payout`, or `reserve` with `amount`) is worth more than
 * the limit, together with what the operator did alone in the last 24 hours. `rate`: if it moves a price, fees included, by more than the limit.
 * `always`: every time.
 */
export type SecondOperator = 'worth' | 'rate' | 'always';

/** Call that is not recorded: it changes nothing, or it is a customer's. */
interface Unaudited {
  readonly audit: false;
  readonly secondOperator?: never;
  readonly alone?: never;
}

/** Call that is written to the audit log with its operator. Beyond the limit it is only recorded as a proposal, which another operator confirms. */
interface LimitedAct {
  readonly audit: true;
  readonly secondOperator: SecondOperator;
  readonly alone?: never;
}

/** Audited call that one operator makes alone, whatever it is about. */
interface UnlimitedAct {
  readonly audit: true;
  readonly secondOperator?: never;
  /** Why no second operator is needed. */
  readonly alone: string;
}

/** Whether calls are audited, and when a second operator has to confirm them. An audited procedure without such a limit says why. */
type Accountability = Unaudited | LimitedAct | UnlimitedAct;

/** One procedure of the contract. Ports, routers, rate limits, access checks, the audit log, fakes, fuzzers and the typed client derive from it. */
export type Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Accountability & {
  readonly kind: 'query' | 'mutation';
  readonly access: Access;
  /** Null: not rate-limited (operators). */
  readonly limit: LimitCost | null;
  /** A further limit of calls whose input has this field: what it names could be guessed. */
  readonly guess?: { readonly field: string; readonly limit: LimitCost };
  /**
   * Set if the call begins or ends a session. The token of one that begins is the output's `token`; browsers also get it in a cookie. An output without
   * `token` begins none.
   */
  readonly session?: 'begins' | 'ends';
  /** Whether a session whose screen is locked may call it, as what unlocks the screen or ends the session. */
  readonly whileLocked?: true;
  /** Largest body of a call in bytes, where it holds a file. Such a call is made alone, not in a batch, and is counted before its body is read, too. */
  readonly bodyBytesMax?: number;
  readonly input: I;
  readonly output: O;
};

/** A noun's procedures by name. */
export type ProcedureTable = Readonly<Record<string, Procedure>>;

/** Procedure tables by noun: `orders.create` is the row `create` of the noun `orders`. */
export type NounTables = Readonly<Record<string, ProcedureTable>>;

/** Declares a noun's procedures, keeping the literal type of each row. */
export function procedures<const T extends ProcedureTable>(table: T): T {
  return table;
}

/** Implementation of a noun: one use case per procedure, given the caller and the parsed input. Use cases throw AppError to refuse. */
export type PortOf<T extends ProcedureTable> = {
  readonly [K in keyof T]: (caller: Caller, input: z.output<T[K]['input']>) => Promise<z.input<T[K]['output']>>;
};

/** Implementation of several nouns. */
export type PortsOf<N extends NounTables> = { readonly [K in keyof N]: PortOf<N[K]> };
