import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Whole seconds of a wait that are left, counted down; 0 when there is none. */
export function useWait(): { readonly left: number; start(seconds: number): void } {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const update = () => {
      const rest = Math.max(Math.ceil((until - performance.now()) / SECOND_MS), 0);
      setLeft(rest);
      if (rest === 0) setUntil(0);
    };
    update();
    const timer = setInterval(update, SECOND_MS);
    return () => clearInterval(timer);
  }, [until]);
  return {
    left,
    start: (seconds) => {
      setLeft(seconds);
      setUntil(performance.now() + seconds * SECOND_MS);
    },
  };
}
