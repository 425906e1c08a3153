import { loadOnce } from '../../lib/load-once.ts';

/** Reads the QR code that a video shows now; null if none is readable. */
type ReadCode = (video: HTMLVideoElement) => Promise<string | null>;

/** Detector of the Shape Detection API. */
interface Detector {
  detect(picture: HTMLVideoElement | HTMLCanvasElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const FORMAT = 'qr_code';

/** Finds what reads codes here: the browser, else a library that is loaded for it. Fails with LoadError. */
export const loadCodeReader = loadOnce(async (): Promise<ReadCode> => {
  const detector = (await browsersDetector()) ?? (await librarysDetector());
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
});

/** A browser may have the detector without what it needs of the device, which only a trial tells. */
async function browsersDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector === undefined) return null;
  try {
    if (!(await BarcodeDetector.getSupportedFormats()).includes(FORMAT)) return null;
    const detector = new BarcodeDetector({ formats: [FORMAT] });
    await detector.detect(document.createElement('canvas'));
    return detector;
  } catch {
    return null;
  }
}

async function librarysDetector(): Promise<Detector> {
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: [FORMAT] });
}
