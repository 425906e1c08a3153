import { setDraftField as setTradeDraftField } from '../trade/draft.ts';

/** Changes one text of the forms' draft. */
export function setDraftField(name: string, value: string): void {
  setTradeDraftField(name, value);
}
