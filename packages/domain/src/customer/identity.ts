/** Pictures that show who a customer is: both sides of a document, and the customer with it. */
export const IDENTITY_PARTS = ['front', 'back', 'selfie'] as const;

/** One of the pictures that show who a customer is. */
export type IdentityPart = (typeof IDENTITY_PARTS)[number];

/** Why an operator did not verify an identity. */
export const IDENTITY_REFUSALS = ['unreadable', 'incomplete', 'mismatch', 'expired', 'not-accepted'] as const;

/** Why an operator did not verify an identity. */
export type IdentityRefusal = (typeof IDENTITY_REFUSALS)[number];
