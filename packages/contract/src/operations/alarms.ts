import { z } from 'zod';
import { moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { networkCode } from './terms.ts';

/**
 * Kinds of alarms. `suspension`: the exchange has closed a network or currency by itself, or one of several
 * providers fails, which closes nothing: the detail says which. `confirmation-slow`: payouts wait for payments that the signer cannot
 * confirm, or customers' deposits are not credited because it cannot. `row-not-journalled`: an operator has had a row journalled (`journalRow`), and it is not. `withdrawal`: a customer's
 * withdrawal waits for an operator, or is not sent for long; its detail names the payout for `approvePayout`. `balance-difference`: a provider's balance is
 * not what the ledger says. `liabilities-uncovered`: customers are owed more of a reserve than there is of it. `balance-unchecked`: it could not be compared for long. `broken-seal`: sealed rows were changed.
 */
const ALARM_KINDS = [
  'suspension',
  'confirmation-slow',
  'row-not-journalled',
  'withdrawal',
  'balance-difference',
  'liabilities-uncovered',
  'balance-unchecked',
  'broken-seal',
  'sweep-failing',
  'fee-coin-low',
  'reserve-low',
] as const;

/** Condition that needs an operator but belongs to no order. */
const alarm = z.object({
  kind: z.enum(ALARM_KINDS),
  /** Null for alarms of no network. */
  network: networkCode.nullable(),
  /** In plain words. */
  detail: z.string(),
  /** Of `balance-difference`: decimal text in the balance's unit, below zero where money is missing. */
  difference: z.string().optional(),
  since: moment,
});

/** Alarms: rows of `operations`. */
export const alarmOperations = procedures({
  /**
   * What needs a person apart from single orders: networks that the exchange has closed by itself, payouts that wait for payments to be confirmed, deposits that are not credited,
   * withdrawals that wait for an operator, rows that operators have had journalled and are not, a provider's balance that is not what the ledger says or could not be compared,
   * reserves that do not cover what customers are owed, broken seals,
   * deposits whose sweeps fail again and again or never end, a fee coin or reserve that runs low.
   */
  listAlarms: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({ items: z.array(alarm) }),
  },
});

export type Alarm = z.input<typeof alarm>;
