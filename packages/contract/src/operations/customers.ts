import { DOC_STATUSES } from '@quydoi/domain/customer/customer';
import { z } from 'zod';
import { procedures } from '../procedure.ts';
import { done } from './terms.ts';

/** Customers with an account: rows of `operations`. */
export const customerOperations = procedures({
  /** Sets whether a customer's identity is verified (`verify`), or no longer. `note` says why. Errors: NOT_FOUND. */
  setDocStatus: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money, and can be taken back',
    input: z.object({ customer: z.string().max(16), status: z.enum(DOC_STATUSES), note: z.string().min(1).max(500) }),
    output: done,
  },
});
