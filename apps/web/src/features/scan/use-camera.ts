import { useCallback, useEffect, useRef, useState } from 'react';

/** Why there is no picture: it is not permitted, there is no camera, or it cannot be started, usually because another program uses it. */
export type CameraProblem = 'refused' | 'missing' | 'busy';

/** The camera at the back, where there are two, in a resolution that shows a code clearly. */
const WANTED: MediaStreamConstraints = { audio: false, video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } } };

/** Names of the errors of `getUserMedia` by what they say; all others are a camera that cannot be started. */
const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/** Shows the camera's picture in a video element from mounting to unmounting. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [isLive, setLive] = useState(false);
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the camera anew
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    const fail = (error: unknown) => {
      if (isOver) return;
      setLive(false);
      setProblem(PROBLEMS[error instanceof Error ? error.name : ''] ?? 'busy');
    };
    const start = async (element: HTMLVideoElement) => {
      stream = await navigator.mediaDevices.getUserMedia(WANTED);
      // Closed while the browser was asking.
      if (isOver) return stop(stream);
      // Unplugged, or no longer permitted.
      for (const track of stream.getTracks()) track.addEventListener('ended', fail);
      element.srcObject = stream;
      await element.play();
      if (!isOver) setLive(true);
    };
    if (video.current) start(video.current).catch(fail);
    return () => {
      isOver = true;
      stop(stream);
    };
  }, [attempt]);
  const retry = useCallback(() => {
    setProblem(null);
    setAttempt((number) => number + 1);
  }, []);
  return { video, isLive, problem, retry };
}

/** Switches a camera off. */
function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
