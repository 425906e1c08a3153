/** Pictures that show who a customer is: both sides of a document, and the customer with it. */
export const IDENTITY_PARTS = ['front', 'back', 'selfie'] as const;

/** One of the pictures that show who a customer is. */
export type IdentityPart = (typeof IDENTITY_PARTS)[number];

/** Why an operator did not verify an identity. */
export const IDENTITY_REFUSALS = ['unreadable', 'incomplete', 'mismatch', 'expired', 'not-accepted'] as const;

/** Why an operator did not verify an identity. */
export type IdentityRefusal = (typeof IDENTITY_REFUSALS)[number];

/** Endings of the names of pictures that are taken. */
export const IMAGE_EXTENSIONS = ['png', 'jpg', 'jpeg', 'svg'] as const;

/** Limits of a picture that is sent to us: size in bytes, pixels, and pixels of a side. */
export const IMAGE_MAX = { bytes: 10_485_760, pixels: 40_000_000, side: 12_000 } as const;

/** Longer side of pictures as we keep them, in pixels. */
export const KEPT_IMAGE_SIDE = 2_000;
