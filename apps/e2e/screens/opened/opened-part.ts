import type { Page } from 'playwright-core';
import type { Say } from '../catalogue-words.ts';

/** The mock's customer whose login a picture needs: one without a second factor, or one with an app (`safe`) or SMS codes (`sms`). */
export type Login = 'an' | 'safe' | 'sms';

/** A part of a page that has to be opened, or a form after it was refused. */
export interface OpenedPart {
  readonly name: string;
  readonly path: string;
  readonly login?: Login;
  /** Opens the part. The words are those of the page's language. */
  readonly open: (page: Page, say: Say) => Promise<void>;
}

/** Password of every customer of the mock. */
export const PASSWORD = 'tra da 7 gio';
/** Refused by the mock. */
export const WRONG_PASSWORD = 'wrong-password';
/** Refused by the mock. */
export const WRONG_CODE = '000000';
/** Taken by the mock. */
export const RIGHT_CODE = '123456';

/** Presses the first button of this name. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
/** Submits the page's first form: also where the button says that something is missing, and counts as disabled. */
export const submit = (page: Page) => page.locator('main form button[type=submit]').first().dispatchEvent('click');
/** Waits until something is said at a field. */
export const said = (page: Page, id: string) => page.locator(`#${id}-error`).waitFor();
/** Waits for an alert. */
export const alerted = (page: Page) => page.locator('main [role=alert]').first().waitFor();

/** Types into fields by their ids. */
export async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, text] of Object.entries(texts)) await page.locator(`#${id}`).fill(text);
}
