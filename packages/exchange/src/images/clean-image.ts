import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { AppError } from '@quydoi/contract/errors';
import { IMAGE_MAX, type ImageUse } from '@quydoi/domain/image';
import { EXIT_TOO_LARGE, type ImageKind, imageKindOf } from './image-kind.ts';

/** Re-encodes untrusted images. */
export interface ImageCleaner {
  /**
   * A picture (PNG, JPEG, SVG) as a JPEG that has nothing but its pixels, turned upright: one of an identity with a longer side of `KEPT_IMAGE_SIDE` at
   * most, others cut to the size of their use (`CUT_IMAGES`).
   * @throws AppError IMAGE_INVALID, IMAGE_TOO_LARGE
   */
  clean(file: Uint8Array, use: ImageUse): Promise<Buffer>;
}

const PROGRAM = fileURLToPath(new URL('./clean-image-process.ts', import.meta.url));
/** A picture that takes longer is refused. */
const CLEAN_MS_MAX = 10_000;
/** Seconds of a processor. Few lines of an SVG can be drawn for as long as it is let; the next customer's picture waits meanwhile. */
const PROCESSOR_SECONDS_MAX: Readonly<Record<ImageKind, number>> = { png: 10, jpeg: 10, svg: 3 };

/**
 * Limits of the process, which hold even when ours is gone: seconds of a processor, and memory in kB. One `ulimit` each: dash, the shell of Debian, takes
 * one resource.
 */
export function processLimits(kind: ImageKind): string {
  return `ulimit -t ${PROCESSOR_SECONDS_MAX[kind]} && ulimit -v 2000000`;
}
/** For the program itself, not for the pixels, which the decoder keeps elsewhere. */
const HEAP_MB_MAX = 64;

/** Creates the cleaner of a process: one picture at a time, each in a process of its own, without any of our variables. */
export function createImageCleaner(): ImageCleaner {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async clean(file, use) {
      if (file.byteLength > IMAGE_MAX.bytes) throw new AppError('IMAGE_TOO_LARGE');
      const kind = imageKindOf(file);
      if (kind === null) throw new AppError('IMAGE_INVALID');
      const cleaned = last.then(() => cleanInProcess(file, kind, use));
      last = cleaned.catch(() => {});
      return cleaned;
    },
  };
}

async function cleanInProcess(file: Uint8Array, kind: ImageKind, use: ImageUse): Promise<Buffer> {
  const program = [process.execPath, `--max-old-space-size=${HEAP_MB_MAX}`, PROGRAM, use];
  const child = spawn('/bin/sh', ['-c', `${processLimits(kind)} && exec "$0" "$@"`, ...program], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: CLEAN_MS_MAX,
    killSignal: 'SIGKILL',
  });
  // A process that ends early reads no further: its exit code says why.
  child.stdin.on('error', () => {});
  child.stdin.end(file);
  const [cleaned, [code]] = await Promise.all([buffer(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  if (code === EXIT_TOO_LARGE) throw new AppError('IMAGE_TOO_LARGE');
  // Any other code is a decoder that crashed or was stopped.
  if (code !== 0 || cleaned.byteLength === 0) throw new AppError('IMAGE_INVALID');
  return cleaned;
}
