import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import { dropConnection } from '../drop-connection.ts';
import type { ProviderFaults } from '../faults.ts';
import type { SmsBook } from './book.ts';
import type { SMS_FAULTS } from './faults.ts';
import type { SmsOptions } from './options.ts';

/** What eSMS is made of. */
export interface SmsParts {
  readonly book: SmsBook;
  readonly faults: ProviderFaults<keyof typeof SMS_FAULTS>;
  readonly options: SmsOptions;
  readonly now: () => Date;
}

/** How long a RequestId stays taken. */
const REQUEST_ID_MS = 86_400_000;
/** Mobile numbers of Vietnam's networks. */
const PHONE = /^(?:\+?84|0)([35789]\d{8})$/;
/** A code is at most eight letters and digits. */
const CODE = /^[A-Za-z0-9]{1,8}$/;

/** Numbers may be written as texts. */
const field = z.union([z.string(), z.number()]).transform(String).optional();
const body = z.object({
  ApiKey: field,
  SecretKey: field,
  Content: field,
  Phone: field,
  Brandname: field,
  SmsType: field,
  IsUnicode: field,
  RequestId: field,
});

/** eSMS.vn's `SendMultipleMessage_V4_post_json`, for messages to customers (https://developers.esms.vn). Takes only the text that is registered. */
export function smsRoutes({ book, faults, options, now }: SmsParts): Hono<{ Bindings: HttpBindings }> {
  const [before = '', after = ''] = options.text.split('{code}');
  const isRegistered = (content: string) =>
    content.startsWith(before) && content.endsWith(after) && CODE.test(content.slice(before.length, content.length - after.length));
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post('/MainService.svc/json/SendMultipleMessage_V4_post_json/', async (c) => {
    const parsed = body.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ error: 'Invalid request' });
    const { ApiKey, SecretKey, Content = '', Phone = '', Brandname, SmsType, RequestId } = parsed.data;
    if (ApiKey !== options.apiKey || SecretKey !== options.secretKey) return c.json(refusal('101', 'Authorize Failed'));
    if (faults.take('unavailable')) return c.text('Service Unavailable', 503);
    if (faults.take('forbidden-page')) return c.html('<html><title>403 Forbidden</title></html>', 403);
    if (faults.take('silence')) return new Promise<Response>(() => {});
    if (SmsType === undefined) return c.json(refusal('300', 'SmsType is required'));
    if (SmsType !== '2') return c.json(refusal('118', 'SmsType is not supported'));
    if (Brandname !== options.brandName) return c.json(refusal('104', 'Brand name code is not exist'));
    const [, digits] = PHONE.exec(Phone) ?? [];
    if (digits === undefined) return c.json(refusal('108', 'Phone is not valid'));
    if (faults.take('number-blocked')) return c.json(refusal('99', 'Phone is blocked'));
    if (!isRegistered(Content)) return c.json(refusal('146', 'Sai template Brandname CSKH'));
    const at = now();
    if (RequestId !== undefined && book.has(RequestId, new Date(at.getTime() - REQUEST_ID_MS)))
      return c.json({ ...refusal('124', 'Request exist 1'), SendStatus: '5' });
    if (faults.take('out-of-money')) return c.json(refusal('103', 'Balance not enough to send'));
    const id = book.insert({ at, from: options.brandName, to: `0${digits}`, text: Content }, RequestId ?? null);
    if (faults.take('taken-silence')) return new Promise<Response>(() => {});
    if (faults.take('taken-cut')) return dropConnection(c);
    return c.json({ CodeResult: '100', CountRegenerate: 0, SMSID: id.toString(16).padStart(31, '0') });
  });
  return app;
}

function refusal(CodeResult: string, ErrorMessage: string) {
  return { CodeResult, CountRegenerate: 0, ErrorMessage };
}
