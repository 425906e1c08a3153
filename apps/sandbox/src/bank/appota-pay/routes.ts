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
import { type AppotaPayApplication, appotaPaySignature, isAppotaPayToken, isSame } from './signature.ts';

/** BINs by AppotaPay's code of the bank. */
export const BIN_OF = new Map(BANKS.flatMap(({ appotaPay, bin }) => (appotaPay === undefined || bin === null ? [] : [[appotaPay, bin] as const])));
const infoBody = z.object({
  bankCode: z.string(),
  accountNo: z.string(),
  accountType: z.enum(['account', 'card']),
  partnerRefId: z.string().min(1).max(50),
  signature: z.string(),
});

/** Settings of AppotaPay's firm banking. */
export interface AppotaPayApiSettings extends AppotaPayApplication {
  readonly pace: BankPace;
  readonly now: () => Date;
}

/** AppotaPay's firm banking: holders' names. Accounts that end in 0000 do not exist; those that end in 1111 are answered slowly. */
export function appotaPayRoutes(faults: ProviderFaults<AppotaPayFault>, settings: AppotaPayApiSettings): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post('/api/v1/service/transfer/bank/account/info', async (c) => {
    if (faults.take('unreachable')) return dropConnection(c);
    if (faults.take('forbidden')) return gatewayPage(c, 403);
    if (!isAppotaPayToken(settings, c.req.header('x-appotapay-auth') ?? '', settings.now())) return refuse(c, 14, 'API Key is not found', 401);
    const asked = infoBody.safeParse(await c.req.json().catch(() => null));
    if (!asked.success) return refuse(c, 1, 'Missing or invalid params', 400);
    const { signature, ...fields } = asked.data;
    if (!isSame(signature, appotaPaySignature(settings.secretKey, fields))) return refuse(c, 2, 'Signature invalid', 400);
    const { bankCode, accountNo, accountType } = fields;
    if (faults.take('unknown')) return refuse(c, 99, 'Undefined error');
    const bin = BIN_OF.get(bankCode);
    if (bin === undefined) return refuse(c, 190, 'Bank code is not supported');
    if (accountNo.endsWith('1111')) await sleep(settings.pace.slowLookupMs);
    if (accountNo.endsWith('0000')) return refuse(c, 200, 'Account name, account number or card number is wrong');
    const accountName = bankHolderOf(bin, accountNo);
    const key = faults.take('bad-signature') ? `not ${settings.secretKey}` : settings.secretKey;
    const accountInfo = { accountNo, accountName, bankCode, accountType };
    return c.json({ errorCode: 0, message: 'Success', accountInfo, signature: appotaPaySignature(key, { accountName, accountNo, errorCode: 0 }) });
  });
  return app;
}

/** Answers an error, which AppotaPay does not sign. */
export function refuse(c: Context, errorCode: number, message: string, status: 200 | 400 | 401 = 200): Response {
  return c.json({ errorCode, message }, status);
}
