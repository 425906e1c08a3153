import { useEffect, useRef, useState } from 'react';

/** Duration of feedback on a press. */
const FEEDBACK_MS = 2_000;

/** State that is on for the duration of feedback on a press: whether it is on, and a function that turns it on. */
export function useBriefly(): readonly [boolean, () => void] {
  const [isOn, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const turnOn = () => {
    setOn(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOn(false), FEEDBACK_MS);
  };
  return [isOn, turnOn];
}
