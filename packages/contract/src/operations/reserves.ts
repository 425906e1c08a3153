import { SEALED_STREAMS } from '@quydoi/domain/operations/seal';
import { z } from 'zod';
import { decimalText, moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { balanceCode, doneOrProposed, reserveCode } from './terms.ts';

/** A seal of a chain: its number and hash. */
const sealHead = z.object({ stream: z.enum(SEALED_STREAMS), n: z.number().int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * What we have of a reserve, and what we owe of it. Amounts are decimal text in the reserve's unit. `providers`: each place of ours with money of it, by
 * the ledger and as its provider told it last (null before the first comparison). `liabilities`: customers' balances, withdrawals on their way or in
 * doubt, refunds owed, payments that belong to no order yet, and what paid orders are still to be paid out. `surplus`: what the providers told, or the
 * ledger where they told nothing, less all liabilities; below zero, customers are owed more than there is.
 */
const reserveProof = z.object({
  reserve: reserveCode,
  providers: z.array(z.object({ balance: balanceCode, ledger: z.string(), told: z.string().nullable(), comparedAt: moment.nullable() })),
  liabilities: z.object({
    balances: z.string(),
    withdrawals: z.string(),
    refunds: z.string(),
    unmatched: z.string(),
    orders: z.string(),
  }),
  /** Number of customers with a balance of it. */
  customers: z.number().int(),
  surplus: z.string(),
});

export type ReserveProof = z.input<typeof reserveProof>;

/** Our own money: rows of `operations`. */
export const reserveOperations = procedures({
  /**
   * Books money that was moved by hand from a reserve's collection account to the account that pays out, or back; on chains, money that came to an
   * address of another network. A transfer is booked once, whatever the number of calls. Errors: VALIDATION_FAILED (not an amount, more than the
   * account has or is left at such addresses, or a reserve without such an account),
   * IDEMPOTENCY_CONFLICT (the reference was booked with another amount or direction).
   */
  transferReserve: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({
      reserve: reserveCode,
      amount: decimalText,
      to: z.enum(['payout', 'collection']).default('payout'),
      /** The bank's reference of the transfer. */
      reference: z.string().trim().min(1).max(200),
      note: z.string().max(500).default(''),
    }),
    output: doneOrProposed,
  },
  /**
   * Books the owner's money that was moved into a wallet or account of ours (or, below zero, out of it) by hand, such as fee coin that was filled up.
   * Money of customers: `transferReserve`. Error: VALIDATION_FAILED (not an amount, more than there is, or leased addresses).
   */
  adjustReserve: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'worth',
    input: z.object({ reserve: balanceCode, amount: z.string().trim().max(40), note: z.string().min(1).max(500) }),
    output: doneOrProposed,
  },
  /**
   * Accepts the difference found between the ledger and a provider, such as money known to be lost. Stopped payouts resume, and stop again if more is
   * missing. Errors: NOT_FOUND, DIFFERENCE_CHANGED (the newest check found another difference).
   */
  acceptDifference: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.object({
      reserve: balanceCode,
      /** As `listAlarms` tells it. */
      difference: z.string().regex(/^-?\d{1,30}(\.\d{1,18})?$/),
      note: z.string().min(1).max(500),
    }),
    output: doneOrProposed,
  },
  /**
   * Verifies the ledger: `sums` per unit (must be zero), `drift` between stored balances and entries, the newest seal of each chain, and `broken`
   * seals. `heads`: chain heads kept elsewhere (logs, an earlier answer), which reveal a chain that was rewritten as a whole.
   */
  checkLedger: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ heads: z.array(sealHead).max(1_000).optional() }),
    output: z.object({
      sums: z.array(z.object({ unit: z.string(), sum: z.string() })),
      drift: z.array(z.object({ account: z.string(), balance: z.string(), entries: z.string() })),
      seals: z.array(sealHead),
      broken: z.array(sealHead.pick({ stream: true, n: true })),
    }),
  },
  /** Proof of reserves: compares what we have of each reserve with what we owe customers of it. */
  proveReserves: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({ items: z.array(reserveProof) }),
  },
});
