/** Endings of the names of pictures that are taken. */
export const IMAGE_EXTENSIONS = ['png', 'jpg', 'jpeg', 'svg'] as const;

/** Limits of a picture that is sent to us: size in bytes, pixels, and pixels of a side. */
export const IMAGE_MAX = { bytes: 10_485_760, pixels: 40_000_000, side: 12_000 } as const;

/** Longer side of the pictures of an identity as we keep them, in pixels. */
export const KEPT_IMAGE_SIDE = 2_000;

/** Pixels of pictures that are cut to one size, by what they are for. */
export const CUT_IMAGES = { avatar: { width: 256, height: 256 }, article: { width: 960, height: 504 } } as const;

/** Folder of the site under which customers read their own picture, by its id. */
export const AVATARS_PATH = '/avatars';

/** Folder of the site's public pictures: `/pictures/SHA256.jpg`. */
export const PICTURES_PATH = '/pictures';

/** SHA-256 of a public picture, by which it is named. */
export const PICTURE_HASH = /^[0-9a-f]{64}$/;

/** What a picture is drawn anew for: an identity, whose pictures keep their shape, or one that is cut to size. */
export type ImageUse = 'identity' | keyof typeof CUT_IMAGES;
