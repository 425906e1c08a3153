import { useEffect, useRef, useState } from 'react';

/** Time without typing after which an entry counts as complete. On phones, people often close the keyboard and stay in the field. */
const PAUSE_MS = 2_000;

/** Tells in which entry typing has paused; null while somebody types. `note` takes the entry that is typed in. */
export function useTypingPause(): { readonly pausedIn: string | null; readonly note: (entry: string) => void } {
  const [pausedIn, setPausedIn] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const note = (entry: string) => {
    clearTimeout(timer.current);
    setPausedIn(null);
    timer.current = setTimeout(() => setPausedIn(entry), PAUSE_MS);
  };
  return { pausedIn, note };
}
