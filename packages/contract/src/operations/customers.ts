import { IDENTITY_PARTS, IDENTITY_REFUSALS } from '@quydoi/domain/customer/identity';
import { IDENTITY_FIELDS, type IdentityField } from '@quydoi/domain/customer/profile';
import { z } from 'zod';
import { moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { done } from './terms.ts';

const profile = Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, z.string()])) as Record<IdentityField, z.ZodString>;

/** Customers with an account: rows of `operations`. */
export const customerOperations = procedures({
  /**
   * Sets whether a customer's identity is verified (`verify`), or not, or no longer (`not_uploaded`). While pictures wait, `submission` names them, and they
   * are decided so; `refusal` tells the customer why they were refused. `note` says why. Errors: NOT_FOUND (no such customer, or another submission waits
   * than the one that is named).
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
        status: z.enum(['not_uploaded', 'verify']),
        note: z.string().min(1).max(500),
        submission: z.int().positive().optional(),
        refusal: z.enum(IDENTITY_REFUSALS).optional(),
      })
      .refine(
        ({ status, submission, refusal }) => refusal === undefined || (status === 'not_uploaded' && submission !== undefined),
        'a refusal is of a submission that is not verified',
      ),
    output: done,
  },
  /** Customers whose pictures wait to be looked at, the oldest first. */
  listIdentities: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(100).default(50) }),
    output: z.object({ items: z.array(z.object({ customer: z.string(), submission: z.int(), submittedAt: moment })) }),
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
  /** What a customer says of themselves, and the pictures that show it, JPEG in base64; each look is recorded. Errors: NOT_FOUND (none are kept), UNAVAILABLE (this operator has no key to them). */
  readIdentity: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it moves no money, and is recorded',
    input: z.object({ customer: z.string().max(16) }),
    output: z.object({
      ...profile,
      submission: z.int().nullable(),
      parts: z.array(z.object({ part: z.enum(IDENTITY_PARTS), uploadedAt: moment, image: z.string() })),
    }),
  },
});
