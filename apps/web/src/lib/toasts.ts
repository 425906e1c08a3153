import { TOAST_MS } from '@quydoi/domain/constants';
import { useSyncExternalStore } from 'react';

/** A transient message. */
export interface ToastMessage {
  readonly id: number;
  readonly text: string;
  readonly look: 'ok' | 'danger' | 'info';
}

let shown: ToastMessage | null = null;
let nextId = 1;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(message: ToastMessage | null): void {
  shown = message;
  clearTimeout(timer);
  if (message) timer = setTimeout(() => show(null), TOAST_MS);
  for (const listener of listeners) listener();
}

/** Shows a message for `TOAST_MS`; replaces the current one. */
export function showToast(text: string, look: ToastMessage['look'] = 'info'): void {
  show({ id: nextId++, text, look });
}

/** Dismisses the current message. */
export function closeToast(): void {
  show(null);
}

/** Subscribes to the current message; null if none is shown. */
export function useToast(): ToastMessage | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => null,
  );
}
