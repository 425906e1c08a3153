import { LOCALE_CODES, type Locale } from '@quydoi/domain/locales';
import { expect, test } from 'vitest';

/** A message as lingui compiles it: text, and placeholders by name, with their forms where they have any. */
type Compiled = string | readonly Token[];
type Token = string | readonly [name: string, type?: string, forms?: Readonly<Record<string, Compiled | number>>];

const files = import.meta.glob<{ messages: Readonly<Record<string, Compiled>> }>('../locales/**/*.po', { eager: true });
const PARTS = ['', 'order/'] as const;

function catalogueOf(part: (typeof PARTS)[number], locale: string): Readonly<Record<string, Compiled>> {
  return files[`../locales/${part}${locale}.po`]?.messages ?? {};
}

/** Names of the placeholders and tags of a message, each once: a language may need one in more or fewer of its forms. */
function partsOf(message: Compiled): string[] {
  const found = new Set<string>();
  const collect = (piece: Compiled | Token): void => {
    if (typeof piece === 'string') for (const [tag] of piece.matchAll(/<\/?\d+\/?>/g)) found.add(tag);
    else for (const token of piece as readonly Token[]) visit(token);
  };
  const visit = (token: Token): void => {
    if (typeof token === 'string') collect(token);
    else {
      const [name, , forms] = token;
      found.add(name);
      for (const form of Object.values(forms ?? {})) if (typeof form !== 'number') collect(form);
    }
  };
  collect(message);
  return [...found].toSorted();
}

test.each(LOCALE_CODES)('%s has the placeholders and tags of each text, no others', (locale) => {
  for (const part of PARTS) {
    const texts = Object.entries(catalogueOf(part, 'vi'));
    expect(texts.length).toBeGreaterThan(100);
    const own = catalogueOf(part, locale);
    for (const [id, text] of texts) expect([id, partsOf(own[id] ?? '')]).toEqual([id, partsOf(text)]);
  }
});

test.each(LOCALE_CODES)('%s says the same in both catalogues, of which the later one replaces texts of the first', (locale) => {
  const [first, later] = PARTS.map((part) => catalogueOf(part, locale));
  const shared = Object.keys(first ?? {}).filter((id) => later?.[id] !== undefined);
  expect(shared.length).toBeGreaterThan(0);
  for (const id of shared) expect([id, later?.[id]]).toEqual([id, first?.[id]]);
});

/** A message as its source has it, values by their names. */
function sourceOf(message: Compiled | undefined): string {
  if (message === undefined || typeof message === 'string') return message ?? '';
  return message.map((token) => (typeof token === 'string' ? token : `{${token[0]}${token[2] ? JSON.stringify(token[2]) : ''}}`)).join('');
}

/** Messages that read the same as in English, because the language has the word. */
const SAME_AS_ENGLISH: Partial<Record<Locale, readonly string[]>> = {
  vi: ['Menu', 'Email'],
  ger: [
    'Reserve <0>{available}</0>',
    'Support',
    'Support {hours}',
    'Link',
    'optional',
    'Code',
    'Bank',
    'Status',
    'Passkey',
    'Passkeys',
    'SMS',
    'Wallet',
  ],
};

test.each(LOCALE_CODES)('%s has translated each text', (locale) => {
  for (const part of PARTS) {
    const own = catalogueOf(part, locale);
    const others = LOCALE_CODES.filter((code) => ['vi', 'en'].includes(code) && code !== locale).map((code) => catalogueOf(part, code));
    const same = Object.keys(own).filter((id) => others.some((other) => sourceOf(other[id]) === sourceOf(own[id])));
    const words = same.map((id) => sourceOf(own[id])).filter((text) => /\p{L}/u.test(text.replaceAll(/\{[^}]*\}/g, '')));
    const allowed = locale === 'en' ? SAME_AS_ENGLISH.vi : SAME_AS_ENGLISH[locale];
    expect(words.filter((text) => !allowed?.includes(text))).toEqual([]);
  }
});
