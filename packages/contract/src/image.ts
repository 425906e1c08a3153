import { IMAGE_MAX } from '@quydoi/domain/image';
import { z } from 'zod';

/** Characters of base64 per byte. */
const BASE64_GROWTH = 4 / 3;
const IMAGE_CHARS_MAX = Math.ceil(IMAGE_MAX.bytes * BASE64_GROWTH) + 4;
/** Room for the names of the fields around the picture. */
const AROUND_IMAGE_BYTES = 1_024;

/** A picture: PNG, JPEG or SVG of at most 10 MB, in base64. */
export const imageText = z.base64().min(1).max(IMAGE_CHARS_MAX);

/** Largest body of a call with one picture. */
export const IMAGE_BODY_BYTES_MAX = IMAGE_CHARS_MAX + AROUND_IMAGE_BYTES;
