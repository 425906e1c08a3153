import { DOC_STATUSES } from '@quydoi/domain/customer/customer';
import { IDENTITY_PARTS, IDENTITY_REFUSALS } from '@quydoi/domain/customer/identity';
import { z } from 'zod';
import { moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { done } from './terms.ts';

/** Customers with an account: rows of `operations`. */
export const customerOperations = procedures({
  /**
   * Sets whether a customer's identity is verified (`verify`), or no longer; pictures that wait for it are decided so. `note` says why, and `refusal` tells
   * the customer why pictures were refused. Errors: NOT_FOUND.
   */
  setDocStatus: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money, and can be taken back',
    input: z
      .object({
        customer: z.string().max(16),
        status: z.enum(DOC_STATUSES),
        note: z.string().min(1).max(500),
        refusal: z.enum(IDENTITY_REFUSALS).optional(),
      })
      .refine(({ status, refusal }) => refusal === undefined || status === 'not_uploaded', 'a refusal is of what is not verified'),
    output: done,
  },
  /** Customers whose pictures wait to be looked at, the oldest first. */
  listIdentities: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(100).default(50) }),
    output: z.object({ items: z.array(z.object({ customer: z.string(), submittedAt: moment })) }),
  },
  /** The web's setting `IDENTITY_RECIPIENT` for the secret that this operator has. Errors: UNAVAILABLE (none). */
  readIdentityKey: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({}),
    output: z.object({ publicKey: z.string() }),
  },
  /** The pictures of a customer, JPEG in base64; each look is recorded. Errors: NOT_FOUND (none are kept), UNAVAILABLE (this operator has no key to them). */
  readIdentity: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money, and is recorded',
    input: z.object({ customer: z.string().max(16) }),
    output: z.object({ parts: z.array(z.object({ part: z.enum(IDENTITY_PARTS), uploadedAt: moment, image: z.string() })) }),
  },
});
