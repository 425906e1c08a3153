import type { I18n, Messages } from '@lingui/core';
import { createSilentClient } from '@quydoi/client/react';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { LOCALES } from '@quydoi/domain/locales';
import { NETWORKS } from '@quydoi/domain/networks';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { sampleOrders } from '../dev/sample-orders.ts';
import { SAMPLED_AT } from '../testing/sample-order.ts';
import { ARTICLE, CONFIG, live, newsOf } from '../testing/samples.ts';
import { App, Providers } from './app.tsx';
import { keepNews } from './features/news/embedded-news.ts';
import { OrderBody } from './features/order/order-body.tsx';
import type { OrderAct } from './features/order/use-order.ts';
import { createI18n } from './lib/catalogues.ts';
import { setServerTime } from './lib/clock.ts';
import { createQueryClient } from './lib/queries.ts';
import { findRoute, ROUTE_PATTERNS } from './routes.tsx';

/** Marks around words that come from a catalogue. */
const OPEN = '⟦';
const CLOSE = '⟧';
const KEY = 'k7Yw2mE0vQx5sT1uR9oPbA';
const INPUT = { config: CONFIG, live: live({ vnd: '100000000', pm: '20000', 'e-voucher': '500', trc20: '3000' }) };
const ORDERS = sampleOrders(SAMPLED_AT);
const PATHS = ROUTE_PATTERNS.filter((pattern) => !pattern.startsWith('/dev/')).map((pattern) =>
  pattern.replace(':code', 'pm').replace(':pair', 'e-voucher-pm').replace(':ref', '7KQ2M9XR4B').replace(':seoUrl', ARTICLE.seoUrl),
);
/** Texts of pages in Markdown, a file per language. */
const TEXTS = import.meta.glob('./features/texts/*/vi.md', { eager: true, import: 'text' });
/** Names, which every language writes alike: the service, block explorers, the letters of a bank's tile, the shape of a wallet's number. */
const NAMES = ['Quy Đổi', 'Tronscan', 'Etherscan', 'BscScan', 'mempool.space', 'VCB', 'U1234xxx'];
const WORD = /[\p{L}\p{N}]+/gu;
const LETTERS = /\p{L}{2}/u;

beforeEach(() => {
  vi.useFakeTimers({ now: SAMPLED_AT });
  setServerTime(SAMPLED_AT);
  vi.stubGlobal('location', { origin: 'https://quydoi.example' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A language that says each message of Vietnamese between marks: words outside of them are in no catalogue. */
async function pseudoI18n(): Promise<I18n> {
  const i18n = await createI18n('vi', 'order');
  i18n.load('vi', Object.fromEntries(Object.entries(i18n.messages).map(([id, message]) => [id, marked(message) as Messages[string]])));
  return i18n;
}

/** Marks the words of a compiled message, its variants included; parameters are names, and stay. */
function marked(message: unknown): unknown {
  if (typeof message === 'string') return `${OPEN}${message}${CLOSE}`;
  if (!Array.isArray(message)) return message;
  return message.map((part) => {
    if (!Array.isArray(part)) return marked(part);
    const [name, format, variants] = part as [string, unknown, unknown];
    if (typeof variants !== 'object' || variants === null) return part;
    const entries = Object.entries(variants).map(([key, variant]) => [key, key === 'offset' ? variant : marked(variant)]);
    return [name, format, Object.fromEntries(entries)];
  });
}

/** All texts in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Words of a page and of its labels that stand outside of marks and are no data. */
function unmarkedWords(html: string, data: readonly unknown[]): string[] {
  const values = textsIn([data, CURRENCIES, NETWORKS, LOCALES, NAMES]);
  const words = new Set(values.flatMap((text) => text.match(WORD) ?? []));
  // Addresses and transactions are shown in groups, or shortened.
  const long = values.filter((text) => /^\S{20,}$/.test(text)).join(' ');
  const labels = [...html.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(([, text = '']) => text);
  const texts = html.replaceAll(/<(script|style|title)[^>]*>.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, '\n');
  return [texts, ...labels].flatMap((text) => {
    const outside = text.replaceAll(/⟦[^⟧]*⟧/g, ' ').replaceAll(/&[a-z0-9#]+;/g, ' ');
    return (outside.match(WORD) ?? []).filter((word) => LETTERS.test(word) && !words.has(word) && !long.includes(word));
  });
}

test.each(PATHS)('%s says nothing that is in no catalogue', async (path) => {
  const i18n = await pseudoI18n();
  const client = createSilentClient();
  const { route } = findRoute(path);
  await route.load('vi');
  const queries = createQueryClient(client, INPUT);
  const news = newsOf(path);
  if (news) keepNews(queries, client, news, 'vi');
  const html = renderToStaticMarkup(<App client={client} i18n={i18n} locale="vi" path={path} queries={queries} theme="system" />);
  expect(html).toContain(OPEN);
  expect(unmarkedWords(html, [INPUT, news, route.name === 'text' && TEXTS])).toEqual([]);
});

test.each(ORDERS)('the page of $ref says nothing that is in no catalogue', async (order) => {
  const i18n = await pseudoI18n();
  const client = createSilentClient();
  const html = renderToStaticMarkup(
    <Providers client={client} i18n={i18n} locale="vi" queries={createQueryClient(client, { config: CONFIG })}>
      <Router ssrPath={`/order/${order.ref}`}>
        <OrderBody act={{ isPending: false, error: null } as OrderAct} order={order} orderKey={KEY} />
      </Router>
    </Providers>,
  );
  expect(html).toContain(OPEN);
  expect(unmarkedWords(html, [CONFIG, order])).toEqual([]);
});

describe('a word that is in no catalogue', () => {
  test.each(['<p>Nhận</p>', '<p>⟦Nhận⟧ ngay</p>', '<button aria-label="Sao chép"></button>'])('is noticed: %s', (html) => {
    expect(unmarkedWords(html, [])).not.toEqual([]);
  });
});
