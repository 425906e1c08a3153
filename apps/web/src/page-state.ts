import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { Locale } from '@quydoi/domain/locales';
import type { Theme } from './lib/theme.ts';

/** Id of the element that holds the page. */
export const ROOT_ID = 'root';

/** Id of the `<script type="application/json">` element that carries the state. */
export const STATE_ID = 'state';

/** Id of the `<template>` element with the notice that the page has not started, and of the notice where it is shown. */
export const FAILURE_ID = 'failure';

/** Id of the link that preloads the entry script. */
export const ENTRY_ID = 'entry';

/** Event of the window, a file has not loaded: `detail` tells whether the customer asked for a retry. See `recovery-script.ts`. */
export const LOAD_FAILURE = 'loadfailure';

/** Input of the server's rendering, embedded in the document for hydration. */
export interface PageState {
  readonly locale: Locale;
  readonly theme: Theme;
  readonly config: ConfigView | null;
  readonly live: LiveView | null;
}

/** Serializes the state; escapes `<` so that it cannot close the script element. */
export function writeState(state: PageState): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c');
}

/** Reads the embedded state; null in development, where pages are not server-rendered. */
export function readState(): PageState | null {
  const text = document.getElementById(STATE_ID)?.textContent;
  return text ? (JSON.parse(text) as PageState) : null;
}
