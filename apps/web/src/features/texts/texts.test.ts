import { sampleConfig } from '@quydoi/contract/testing/sample-config';
import { TRADED_CODES } from '@quydoi/domain/currencies';
import { LOCALE_CODES, type Locale } from '@quydoi/domain/locales';
import type { TextNode } from '@quydoi/messages/text-tree';
import { describe, expect, test } from 'vitest';
import type { PageText } from './page-text.ts';
import type { Fact } from './render-text.tsx';
import { factsOf } from './text-facts.tsx';
import { textLocale } from './text-files.ts';

const FILES = import.meta.glob<PageText>('./*/*.md', { eager: true, import: 'text' });
const PAGES = ['about-us', 'contact', 'fees', 'payment', 'scam-warning', 'terms', 'verify'];
/** Sections by which languages tell plural forms apart: others do not need them. */
const PLURAL_FORMS = new Set(['oneMinute', 'manyMinutes']);
/** Facts of one page alone, which its module brings. */
const OWN_FACTS: Readonly<Record<string, readonly string[]>> = { contact: ['contactForm', 'questions'], verify: ['identityForm'] };
/** Texts that a language spells as English does. */
const SAME_AS_ENGLISH: Partial<Record<Locale, readonly string[]>> = { ger: ['6. Support'] };
/** Names, which no language translates. */
const NAMES = /Perfect Money|PM e-Voucher|WebMoney|WMZ|USDT?|Ethereum|ETH|Bitcoin|BTC|VietQR/g;

function textOf(page: string, locale: Locale): PageText {
  const text = FILES[`./${page}/${locale}.md`];
  if (!text) throw new Error(`no ${page} in ${locale}`);
  return text;
}

/** All nodes of a text, from the top down. */
function* nodesOf(nodes: readonly TextNode[]): Generator<TextNode> {
  for (const node of nodes) {
    yield node;
    if (typeof node === 'object' && 'children' in node) yield* nodesOf(node.children);
  }
}

/** Names of facts that a text mentions or depends on, in its labels and its description too. */
function namesIn({ body, description, labels }: PageText): Set<string> {
  const names = [...nodesOf(body)].flatMap((node) => {
    if (typeof node === 'string') return [];
    if ('fact' in node) return [node.fact];
    return 'section' in node && !PLURAL_FORMS.has(node.section) ? [node.section] : [];
  });
  const inTexts = Object.entries({ ...labels, description }).flatMap(([label, text]) =>
    [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = '']) => `${label}: ${name}`),
  );
  return new Set([...names, ...inTexts]);
}

/** Names of the facts, those that lists and objects bring included. */
function factNames(facts: Readonly<Record<string, Fact>>): string[] {
  return Object.entries(facts).flatMap(([name, fact]) => {
    const nested = Array.isArray(fact) ? fact : [fact];
    return [name, ...nested.flatMap((item) => (isPlain(item) ? factNames(item) : []))];
  });
}

function isPlain(fact: unknown): fact is Readonly<Record<string, Fact>> {
  return typeof fact === 'object' && fact !== null && !('$$typeof' in fact);
}

/** Kinds and order of a text's elements. */
function shapeOf({ body }: PageText): string[] {
  return [...nodesOf(body)].flatMap((node) => (typeof node === 'object' && 'tag' in node ? [`${node.tag} ${node.id ?? node.href ?? ''}`] : []));
}

function wordsOf({ title, description, labels, body }: PageText): string[] {
  const inBody = [...nodesOf(body)].filter((node) => typeof node === 'string');
  return [title, description, ...Object.values(labels), ...inBody].filter((text) => /\p{L}{3}/u.test(text.replaceAll(NAMES, '')));
}

test('every page has a text in every language, and no other', () => {
  const expected = PAGES.flatMap((page) => LOCALE_CODES.map((locale) => `./${page}/${locale}.md`));
  expect(Object.keys(FILES).toSorted()).toEqual(expected.toSorted());
  expect(textLocale('terms', 'ger')).toBe('ger');
});

test('a page without a text in some language is shown in English, else in Vietnamese', () => {
  expect(textLocale('terms', 'xx' as Locale)).toBe('en');
  expect(textLocale('nowhere', 'ger')).toBe('vi');
});

describe.each(PAGES)('%s', (page) => {
  const vietnamese = textOf(page, 'vi');

  test.each(LOCALE_CODES)('says in %s what it says in Vietnamese: the same facts and elements', (locale) => {
    const text = textOf(page, locale);
    expect([...namesIn(text)].toSorted()).toEqual([...namesIn(vietnamese)].toSorted());
    expect(Object.keys(text.labels)).toEqual(Object.keys(vietnamese.labels));
    expect(text.isPrivate).toBe(vietnamese.isPrivate);
    expect(shapeOf(text)).toEqual(shapeOf(vietnamese));
  });

  test.each(LOCALE_CODES)('names no unknown fact in %s', (locale) => {
    const known = new Set([...factNames(factsOf(sampleConfig({ codes: TRADED_CODES }), locale, {})), ...(OWN_FACTS[page] ?? [])]);
    for (const node of nodesOf(textOf(page, locale).body)) {
      if (typeof node === 'object' && 'fact' in node) expect(known).toContain(node.fact);
      if (typeof node === 'object' && 'section' in node) expect(known).toContain(node.section);
      if (typeof node === 'string') expect(node).not.toMatch(/[{}]|\*\*|\]\(/);
    }
  });

  test.each(LOCALE_CODES.filter((locale) => locale !== 'vi'))('is translated into %s', (locale) => {
    const others = (['vi', 'en'] as const).filter((code) => code !== locale).flatMap((code) => wordsOf(textOf(page, code)));
    expect(wordsOf(textOf(page, locale)).filter((text) => others.includes(text))).toEqual(
      SAME_AS_ENGLISH[locale]?.filter((text) => others.includes(text)) ?? [],
    );
  });
});
