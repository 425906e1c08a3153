import { IMAGE_MAX } from '@quydoi/domain/image';
import { useState } from 'react';
import { base64Of, shrinkImage } from './shrink-image.ts';

/** What keeps a chosen file from being sent. */
export type PictureProblem = 'unreadable' | 'too-large';

/** Prepares pictures for being sent. */
interface Picture {
  /** Scales a picture down and hands it over in base64. */
  readonly choose: (file: Blob) => Promise<void>;
  readonly isDrawing: boolean;
  readonly problem: PictureProblem | null;
}

/** @param send sends a picture in base64 */
export function usePicture(send: (image: string) => void): Picture {
  const [isDrawing, setDrawing] = useState(false);
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const choose = async (file: Blob) => {
    setProblem(null);
    setDrawing(true);
    try {
      const small = await shrinkImage(file);
      if (small.size > IMAGE_MAX.bytes) setProblem('too-large');
      else send(await base64Of(small));
    } catch {
      // The device cannot read it, such as a file that is not on it any more.
      setProblem('unreadable');
    } finally {
      setDrawing(false);
    }
  };
  return { choose, isDrawing, problem };
}
