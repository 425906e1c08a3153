/**
 * Reads a picture from stdin and writes it anew to stdout, as a JPEG without anything but its pixels, in the size of the use that its argument names.
 * Exit code 1 if it is no picture of a kind that is taken, 2 if it is too large. A process of its own: decoders of strangers' pictures crash, hang and take memory.
 */
import { buffer } from 'node:stream/consumers';
import { CUT_IMAGES, IMAGE_MAX, type ImageUse, KEPT_IMAGE_SIDE } from '@quydoi/domain/image';
import sharp, { type ResizeOptions } from 'sharp';
import { EXIT_INVALID, EXIT_TOO_LARGE, type ImageKind, imageKindOf, isPlainSvg } from './image-kind.ts';

const QUALITY = 85;
/** Decoders of the kinds that are taken; libvips knows dozens. */
const DECODERS: Readonly<Record<ImageKind, string>> = {
  png: 'VipsForeignLoadPngBuffer',
  jpeg: 'VipsForeignLoadJpegBuffer',
  svg: 'VipsForeignLoadSvgBuffer',
};

/** How a picture is sized: a whole one is only made smaller, one that is cut has its exact size. */
function sizeOf(use: ImageUse): ResizeOptions {
  if (use === 'identity') return { width: KEPT_IMAGE_SIDE, height: KEPT_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true };
  return { ...CUT_IMAGES[use], fit: 'cover' };
}

async function clean(file: Buffer, use: ImageUse): Promise<Buffer | number> {
  const kind = imageKindOf(file);
  if (kind === null || (kind === 'svg' && !isPlainSvg(file.toString('utf8')))) return EXIT_INVALID;
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [DECODERS[kind]] });
  try {
    // The header alone: what it says is checked before anything is decoded.
    const { width, height } = await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata();
    if (width > IMAGE_MAX.side || height > IMAGE_MAX.side || width * height > IMAGE_MAX.pixels) return EXIT_TOO_LARGE;
    return await sharp(file, { limitInputPixels: IMAGE_MAX.pixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize(sizeOf(use))
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch {
    return EXIT_INVALID;
  }
}

const cleaned = await clean(await buffer(process.stdin), process.argv[2] as ImageUse);
if (typeof cleaned === 'number') process.exitCode = cleaned;
else process.stdout.write(cleaned);
