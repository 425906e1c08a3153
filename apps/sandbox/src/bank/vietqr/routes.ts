import { setTimeout as sleep } from 'node:timers/promises';
import { BANKS } from '@quydoi/domain/bank/banks';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ProviderFaults } from '../../faults.ts';
import type { BankFault } from '../faults.ts';
import { bankHolderOf } from '../holder-name.ts';
import type { BankPace } from '../options.ts';

const BINS = new Set(BANKS.map((bank) => bank.bin).filter((bin) => bin !== null));
const body = z.object({ bin: z.union([z.string(), z.number()]).transform(String), accountNumber: z.string() });

/** Settings of the name lookup. */
export interface VietQrApiSettings {
  readonly clientId: string;
  readonly apiKey: string;
  readonly pace: BankPace;
}

/**
 * VietQR.io's name lookup. Every number of 6–19 digits has a holder, the same each time, except those that end in 0000; those that end
 * in 1111 are answered slowly.
 */
export function vietQrRoutes(faults: ProviderFaults<BankFault>, settings: VietQrApiSettings): Hono {
  const app = new Hono();
  app.post('/v2/lookup', async (c) => {
    const isKnown = c.req.header('x-client-id') === settings.clientId && c.req.header('x-api-key') === settings.apiKey;
    if (!isKnown) return c.json(answer('01', 'Client Id hoặc API Key không đúng'), 401);
    if (faults.take('lookup-unavailable')) return c.text('Service Unavailable', 503);
    const asked = body.safeParse(await c.req.json().catch(() => null));
    if (!asked.success) return c.json(answer('20', 'Yêu cầu không hợp lệ'));
    const { bin, accountNumber } = asked.data;
    if (!BINS.has(bin)) return c.json(answer('22', 'Mã định danh ngân hàng không hợp lệ'));
    if (!/^\d{6,19}$/.test(accountNumber)) return c.json(answer('21', 'Số tài khoản không hợp lệ'));
    if (accountNumber.endsWith('1111') || faults.take('lookup-slow')) await sleep(settings.pace.slowLookupMs);
    if (accountNumber.endsWith('0000')) return c.json(answer('42', 'Số tài khoản không tồn tại'));
    return c.json({ code: '00', desc: 'Success - Thành công', data: { accountName: bankHolderOf(bin, accountNumber) } });
  });
  return app;
}

function answer(code: string, desc: string) {
  return { code, desc, data: null };
}
