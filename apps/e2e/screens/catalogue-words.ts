import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@quydoi/domain/locales';

const APPS = join(import.meta.dirname, '../..');
/** Folders of the catalogues of the site, and of those that it shares with the server. */
const FOLDERS = ['../packages/messages/locales', '../packages/messages/locales/order', 'web/src/locales', 'web/src/locales/order'];
const ENTRY = /^msgid "(.+)"\nmsgstr "(.+)"$/gm;

/** Translates a message of the site that has no parameters. @throws if there is none in the catalogues */
export type Say = (vietnamese: string) => string;

/** Reads the site's messages in one language, by their Vietnamese text. */
export function readWords(locale: Locale): Say {
  const words = new Map<string, string>();
  for (const folder of FOLDERS) {
    const catalogue = readFileSync(join(APPS, folder, `${locale}.po`), 'utf8');
    for (const [, id = '', text = ''] of catalogue.matchAll(ENTRY)) words.set(unescaped(id), unescaped(text));
  }
  return (vietnamese) => {
    const text = words.get(vietnamese);
    if (text === undefined) throw new Error(`No message "${vietnamese}" in ${locale}.`);
    return text;
  };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
