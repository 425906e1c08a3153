import { z } from 'zod';
import { decimalText, moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { done, doneOrProposed } from './terms.ts';

/** An act that waits for a second operator. */
const proposal = z.object({ id: z.string(), operator: z.string(), verb: z.string(), input: z.unknown(), at: moment });

/** Acts of two operators: rows of `operations`. */
export const proposalOperations = procedures({
  /**
   * Sets the limits above which a second operator is required: worth in dong of what one operator does alone within 24 hours, and change of a price
   * in percent. Error: VALIDATION_FAILED.
   */
  setSecondOperator: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: z.object({ worth: decimalText, rateChange: decimalText }),
    output: doneOrProposed,
  },
  /** Acts that wait for a second operator, oldest first. They lapse after a day. */
  listProposals: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({ items: z.array(proposal) }),
  },
  /**
   * Carries out an act that another operator proposed, once. Errors: NOT_FOUND (unknown, lapsed, answered), FORBIDDEN (one's own), and those of the
   * act, after which it can be confirmed again.
   */
  confirmAct: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it is the second operator’s own act',
    input: z.object({ id: z.uuid() }),
    output: done,
  },
  /** Ends a proposed act, also one's own. Error: NOT_FOUND. */
  rejectAct: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'nothing is carried out',
    input: z.object({ id: z.uuid(), note: z.string().max(500).default('') }),
    output: done,
  },
});
