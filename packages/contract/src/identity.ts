import { DOC_STATUSES } from '@quydoi/domain/customer/customer';
import { IDENTITY_PARTS, IDENTITY_REFUSALS } from '@quydoi/domain/customer/identity';
import { z } from 'zod';
import { IMAGE_BODY_BYTES_MAX, imageText } from './image.ts';
import { moment } from './primitives.ts';
import { procedures } from './procedure.ts';

/** What a customer has shown of who they are, and what came of it. */
export const identityView = z.object({
  docStatus: z.enum(DOC_STATUSES),
  /** Stored pictures with their upload times. Only operators can view them. */
  parts: z.array(z.object({ part: z.enum(IDENTITY_PARTS), uploadedAt: moment })),
  /** When they were last submitted; null if never. */
  submittedAt: moment.nullable(),
  /** Why they were refused; null while they are not. */
  refusal: z.enum(IDENTITY_REFUSALS).nullable(),
});

/** A picture of one part. */
export const uploadPartInput = z.object({ part: z.enum(IDENTITY_PARTS), image: imageText });

/** Procedures of `identity`: the caller shows who they are. */
export const identityProcedures = procedures({
  get: { kind: 'query', access: 'customer', limit: { class: 'poll', cost: 1 }, audit: false, input: z.void(), output: identityView },
  /**
   * Keeps a picture, in place of the one of the same part. Errors: REQUIRED_LOGIN, IMAGE_INVALID, IMAGE_TOO_LARGE, IDENTITY_SUBMITTED,
   * IDENTITY_VERIFIED, UNAVAILABLE (too many pictures are being read).
   */
  uploadPart: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'act', cost: 1 },
    audit: false,
    bodyBytesMax: IMAGE_BODY_BYTES_MAX,
    input: uploadPartInput,
    output: identityView,
  },
  /** Hands the pictures to operators. Errors: REQUIRED_LOGIN, IDENTITY_INCOMPLETE (a part is missing), IDENTITY_SUBMITTED, IDENTITY_VERIFIED. */
  submit: { kind: 'mutation', access: 'customer', limit: { class: 'act', cost: 1 }, audit: false, input: z.object({}), output: identityView },
});

export type IdentityView = z.output<typeof identityView>;
export type UploadPartInput = z.output<typeof uploadPartInput>;
