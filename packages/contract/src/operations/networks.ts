import { SUSPENSION_CAUSES } from '@quydoi/domain/operations/suspension';
import { z } from 'zod';
import { codeText, moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { done, doneOrProposed, networkCode } from './terms.ts';

/** Suspension of a network for one direction, with cause, role and start. */
const suspension = z.object({
  cause: z.enum(SUSPENSION_CAUSES),
  direction: z.enum(['in', 'out']),
  subject: z.string(),
  role: z.string(),
  detail: z.string(),
  since: moment,
});

/** Networks: rows of `operations`. */
export const networkOperations = procedures({
  /**
   * Switches a network on or off for new orders and payouts. Switching it on also ends its suspensions, except those for missing money
   * (`acceptDifference`).
   */
  setRail: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money, and payouts that are stopped because money is missing stay stopped',
    input: z.object({ network: networkCode, on: z.boolean(), note: z.string().max(500).optional() }),
    output: done,
  },
  /**
   * Switches a currency on or off: one that is off is not listed, and nothing new is ordered in it; orders that exist go on. Its swap pairs follow its
   * rates meanwhile. Errors: CURRENCY_NOT_SUPPORTED.
   */
  switchCurrency: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money, and changes neither prices nor limits, which need a second operator',
    input: z.object({ code: codeText, on: z.boolean() }),
    output: done,
  },
  /** Networks with their switch and suspensions. */
  listRails: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({ items: z.array(z.object({ network: networkCode, on: z.boolean(), note: z.string(), suspensions: z.array(suspension) })) }),
  },
  /**
   * Sets the account that new orders are told to pay dong into; earlier ones go on being read, and their orders keep them. Errors: BANK_ACCOUNT_INVALID.
   */
  setCollectionAccount: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.object({
      bank: codeText,
      accountNumber: z.string().trim().min(1).max(40),
      accountName: z.string().trim().min(1).max(100),
      branch: z.string().trim().max(100),
    }),
    output: doneOrProposed,
  },
});
