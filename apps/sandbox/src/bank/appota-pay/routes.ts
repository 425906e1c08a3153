import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { BANKS } from '@quydoi/domain/bank/banks';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { dropConnection } from '../../drop-connection.ts';
import type { ProviderFaults } from '../../faults.ts';
import { gatewayPage } from '../../gateway-page.ts';
import type { AppotaPayFault } from '../faults.ts';
import { bankHolderOf } from '../holder-name.ts';
import type { BankPace } from '../options.ts';

const BIN_OF = new Map(BANKS.flatMap(({ appotaPay, bin }) => (appotaPay === undefined || bin === null ? [] : [[appotaPay, bin] as const])));
const infoBody = z.object({
  bankCode: z.string(),
  accountNo: z.string(),
  accountType: z.enum(['account', 'card']),
  partnerRefId: z.string().min(1).max(50),
  signature: z.string(),
});

/** Settings of AppotaPay's firm banking. */
export interface AppotaPayApiSettings {
  readonly partnerCode: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly pace: BankPace;
  readonly now: () => Date;
}

/** AppotaPay's firm banking: holders' names. Accounts that end in 0000 do not exist; those that end in 1111 are answered slowly. */
export function appotaPayRoutes(faults: ProviderFaults<AppotaPayFault>, settings: AppotaPayApiSettings): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post('/api/v1/service/transfer/bank/account/info', async (c) => {
    if (faults.take('unreachable')) return dropConnection(c);
    if (faults.take('forbidden')) return gatewayPage(c, 403);
    if (!isToken(settings, c.req.header('x-appotapay-auth') ?? '')) return refuse(c, 14, 'API Key is not found', 401);
    const asked = infoBody.safeParse(await c.req.json().catch(() => null));
    if (!asked.success) return refuse(c, 1, 'Missing or invalid params', 400);
    const { signature, ...fields } = asked.data;
    if (!isSame(signature, sign(settings.secretKey, fields))) return refuse(c, 2, 'Signature invalid', 400);
    const { bankCode, accountNo, accountType } = fields;
    if (faults.take('unknown')) return refuse(c, 99, 'Undefined error');
    const bin = BIN_OF.get(bankCode);
    if (bin === undefined) return refuse(c, 190, 'Bank code is not supported');
    if (accountNo.endsWith('1111')) await sleep(settings.pace.slowLookupMs);
    if (accountNo.endsWith('0000')) return refuse(c, 200, 'Account name, account number or card number is wrong');
    const accountName = bankHolderOf(bin, accountNo);
    const key = faults.take('bad-signature') ? `not ${settings.secretKey}` : settings.secretKey;
    const accountInfo = { accountNo, accountName, bankCode, accountType };
    return c.json({ errorCode: 0, message: 'Success', accountInfo, signature: sign(key, { accountName, accountNo, errorCode: 0 }) });
  });
  return app;
}

function isToken({ partnerCode, apiKey, secretKey, now }: AppotaPayApiSettings, header: string): boolean {
  const [head = '', body = '', signature = ''] = header.replace(/^Bearer /, '').split('.');
  if (!isSame(signature, createHmac('sha256', secretKey).update(`${head}.${body}`).digest('base64url'))) return false;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iss: string; api_key: string; exp: number };
  return claims.iss === partnerCode && claims.api_key === apiKey && claims.exp * 1000 > now().getTime();
}

function sign(secretKey: string, fields: Readonly<Record<string, string | number>>): string {
  const text = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
  return createHmac('sha256', secretKey).update(text).digest('hex');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(c: Context, errorCode: number, message: string, status: 200 | 400 | 401 = 200): Response {
  return c.json({ errorCode, message }, status);
}
