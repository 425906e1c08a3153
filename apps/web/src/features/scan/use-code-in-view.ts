import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadCodeReader } from './code-reader.ts';

/** Pause between two readings. */
const READ_EVERY_MS = 150;

/** Time after which a code should have been read. */
const SLOW_MS = 10_000;

/**
 * Reads what a video shows, again and again.
 * @param isLive whether the video shows a picture
 * @param onCode is given the text of each code; whether it was what is wanted, so that reading ends
 */
export function useCodeInView(video: RefObject<HTMLVideoElement | null>, isLive: boolean, onCode: (text: string) => boolean) {
  const [isSlow, setSlow] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    if (!isLive || failure !== null) return;
    let isOver = false;
    const slow = setTimeout(() => setSlow(true), SLOW_MS);
    const read = async () => {
      const readCode = await loadCodeReader();
      while (!isOver) {
        // A picture that cannot be read now is followed by another.
        const text = video.current === null ? null : await readCode(video.current).catch(() => null);
        if (isOver || (text !== null && latest.current(text))) return;
        await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
      }
    };
    read().catch(setFailure);
    return () => {
      isOver = true;
      clearTimeout(slow);
    };
  }, [isLive, failure, video]);
  return { isSlow, failure, retry: () => setFailure(null) };
}
