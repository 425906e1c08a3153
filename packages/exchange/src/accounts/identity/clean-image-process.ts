/**
 * Reads a picture from stdin and writes it anew to stdout, as a JPEG without anything but its pixels. Exit code 1 if it is no picture of a kind that is
 * taken, 2 if it is too large. A process of its own: decoders of strangers' pictures crash, hang and take memory.
 */
import { buffer } from 'node:stream/consumers';
import { IMAGE_MAX, KEPT_IMAGE_SIDE } from '@quydoi/domain/customer/identity';
import sharp from 'sharp';
import { EXIT_INVALID, EXIT_TOO_LARGE, type ImageKind, imageKindOf, isPlainSvg } from './image-kind.ts';

const QUALITY = 85;
/** Decoders of the kinds that are taken; libvips knows dozens. */
const DECODERS: Readonly<Record<ImageKind, string>> = {
  png: 'VipsForeignLoadPngBuffer',
  jpeg: 'VipsForeignLoadJpegBuffer',
  svg: 'VipsForeignLoadSvgBuffer',
};

async function clean(file: Buffer): Promise<Buffer | number> {
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
      .resize({ width: KEPT_IMAGE_SIDE, height: KEPT_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch {
    return EXIT_INVALID;
  }
}

const cleaned = await clean(await buffer(process.stdin));
if (typeof cleaned === 'number') process.exitCode = cleaned;
else process.stdout.write(cleaned);
