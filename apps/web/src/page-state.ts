import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { Locale } from '@quydoi/domain/locales';
import type { Theme } from './lib/theme.ts';

/** Id of the JSON block that carries the state. */
export const STATE_ID = 'state';

/** What a page was rendered from; the browser starts from the same. */
export interface PageState {
  readonly locale: Locale;
  readonly theme: Theme;
  readonly config: ConfigView | null;
  readonly live: LiveView | null;
}

/** The state as text that cannot end the block it stands in. */
export function writeState(state: PageState): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c');
}

/** The state that came with the page; null when there is none (a development page without a server). */
export function readState(): PageState | null {
  const text = document.getElementById(STATE_ID)?.textContent;
  return text ? (JSON.parse(text) as PageState) : null;
}
