import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';

const CATEGORY = { slug: 'hoa-don', texts: { vi: { subject: 'Hóa đơn' } } };
const question = (text: string, status: 'published' | 'draft' = 'published') => ({
  slug: 'xuat-hoa-don',
  category: CATEGORY.slug,
  status,
  texts: { vi: { question: text, answer: 'Có, cho **phần phí**.' } },
});

let exchange: ExchangeUnderTest;

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
});
afterAll(() => exchange?.stop());

async function contactPage(): Promise<string> {
  return (await fetch(new URL('/contact', exchange.webUrl))).text();
}

test('a question that two operators publish is in the document of /contact at once, as is each later version', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  await exchange.operate('setQuestionCategory', CATEGORY);
  expect(await contactPage()).not.toContain('Hóa đơn</h3>');
  await exchange.operate('setQuestion', question('Có hóa đơn không?'));
  expect(await contactPage()).toContain('<h3>Hóa đơn</h3><h4>Có hóa đơn không?</h4>');
  expect(await contactPage()).toContain('<p>Có, cho <strong>phần phí</strong>.</p>');
  await exchange.operate('setQuestion', question('Có xuất hóa đơn không?'));
  expect(await contactPage()).toContain('<h3>Hóa đơn</h3><h4>Có xuất hóa đơn không?</h4>');
  await exchange.operate('setQuestion', question('Có xuất hóa đơn không?', 'draft'));
  expect(await contactPage()).not.toContain('Hóa đơn</h3>');
});
