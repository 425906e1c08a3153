import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to what takes the place of a form that was submitted. @returns for an element with a `tabIndex` of -1 */
export function useFocusHere<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
