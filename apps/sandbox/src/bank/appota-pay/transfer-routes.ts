import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { FAST_TRANSFER_MAX_VND } from '@quydoi/domain/constants';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { dropConnection } from '../../drop-connection.ts';
import type { ProviderFaults } from '../../faults.ts';
import { gatewayPage } from '../../gateway-page.ts';
import type { AppotaPayFault } from '../faults.ts';
import { bankHolderOf } from '../holder-name.ts';
import type { AppotaPayBook, AppotaPayOutcome, AppotaPayTransfer } from './book.ts';
import { type AppotaPayApiSettings, BIN_OF, refuse } from './routes.ts';
import { appotaPaySignature, isAppotaPayToken, isSame } from './signature.ts';

type AppotaPayContext = Context<{ Bindings: HttpBindings }>;

const makeBody = z.object({
  bankCode: z.string(),
  accountNo: z.string().regex(/^[0-9A-Z]{3,22}$/i),
  accountType: z.enum(['account', 'card']),
  accountName: z.string().regex(/^[A-Za-z0-9 .,_&-]{1,100}$/),
  amount: z.int().positive().max(Number(FAST_TRANSFER_MAX_VND)),
  feeType: z.enum(['payer', 'receiver']),
  partnerRefId: z.string().min(1).max(50),
  message: z.string().regex(/^[A-Za-z0-9 ]{0,100}$/),
  signature: z.string(),
});

/** Codes of a transfer's states: success, pending, failed. */
const CODES = { paid: 0, pending: 35, failed: 33, reversed: 33 } as const;
const MESSAGES = { 0: 'Thành công', 33: 'Giao dịch thất bại', 35: 'Giao dịch đang chờ xử lý' } as const;

/** AppotaPay's firm banking: transfers, each `partnerRefId` once, their look-up, and the wallet's balance. */
export function appotaPayTransferRoutes(
  book: AppotaPayBook,
  faults: ProviderFaults<AppotaPayFault>,
  settings: AppotaPayApiSettings,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  for (const path of ['/api/v1/service/transfer/make', '/api/v1/service/transfer/transaction/*', '/api/v1/service/accounts/*']) {
    app.use(path, async (c, next) => {
      if (faults.take('transfers-unreachable')) return dropConnection(c);
      if (faults.take('transfers-forbidden')) return gatewayPage(c, 403);
      if (faults.take('credentials-refused')) return refuse(c, 15, 'API Key is not activated or blocked', 401);
      if (!isAppotaPayToken(settings, c.req.header('x-appotapay-auth') ?? '', settings.now())) return refuse(c, 14, 'API Key is not found', 401);
      await next();
    });
  }
  app.post('/api/v1/service/transfer/make', (c) => make(c, book, faults, settings));
  app.get('/api/v1/service/transfer/transaction/:ref', (c) => {
    if (faults.take('look-up-unavailable')) return c.text('Service Unavailable', 503);
    if (faults.take('look-up-unknown')) return refuse(c, 99, 'Lỗi không xác định, vui lòng kiểm tra lại giao dịch sau');
    const transfer = book.byRef(c.req.param('ref'), settings.now());
    return transfer ? tell(c, transfer, faults, settings) : refuse(c, 36, 'Transaction not found');
  });
  app.get('/api/v1/service/accounts/balance', (c) =>
    c.json({ errorCode: 0, message: MESSAGES[0], account: { balance: book.balance(settings.now()) } }),
  );
  return app;
}

async function make(
  c: AppotaPayContext,
  book: AppotaPayBook,
  faults: ProviderFaults<AppotaPayFault>,
  settings: AppotaPayApiSettings,
): Promise<Response> {
  if (faults.take('payout-dropped')) return dropConnection(c);
  const asked = makeBody.safeParse(await c.req.json().catch(() => null));
  if (!asked.success) return refuse(c, 1, `Missing or invalid params: ${asked.error.issues[0]?.path.join('.') ?? ''}`, 400);
  const { signature, ...fields } = asked.data;
  if (!isSame(signature, appotaPaySignature(settings.secretKey, fields))) return refuse(c, 2, 'Signature invalid', 400);
  const { bankCode, accountNo: account, accountName, amount, partnerRefId: ref, message } = fields;
  if (book.byRef(ref, settings.now())) return refuse(c, 31, 'Duplicate transaction');
  const bin = BIN_OF.get(bankCode);
  if (bin === undefined) return refuse(c, 190, 'Bank code is not supported');
  if (account.endsWith('0000') || accountName !== bankHolderOf(bin, account))
    return refuse(c, 200, 'Account name, account number or card number is wrong');
  const endsIn: AppotaPayOutcome = faults.take('payout-failed') ? 'failed' : faults.take('payout-reversed') ? 'reversed' : 'paid';
  const isPending = endsIn === 'failed' || faults.take('payout-pending');
  const transfer = book.create({ ref, amount, bankCode, account, accountName, message }, endsIn, isPending, settings.now());
  if (transfer === 'short') return refuse(c, 12, 'Balance not enough');
  if (faults.take('payout-applied-dropped')) return dropConnection(c);
  if (faults.take('payout-applied-500')) return c.text('Internal Server Error', 500);
  if (faults.take('payout-applied-unknown')) return refuse(c, 99, 'Lỗi không xác định, vui lòng kiểm tra lại giao dịch sau');
  const answer = tell(c, transfer, faults, settings);
  // The sandbox may be closed meanwhile, so the books must not be read after this.
  if (faults.take('payout-slow')) await sleep(settings.pace.slowPayoutMs);
  return answer;
}

/** Answers a transfer, signed as documented. */
function tell(
  c: AppotaPayContext,
  transfer: AppotaPayTransfer,
  faults: ProviderFaults<AppotaPayFault>,
  { secretKey }: AppotaPayApiSettings,
): Response {
  const errorCode = CODES[transfer.state];
  const { amount, transId: appotapayTransId, account: accountNo, accountName, at } = transfer;
  const time = Math.floor(at.getTime() / 1000);
  const transferAmount = amount;
  const key = faults.take('transfers-bad-signature') ? `not ${secretKey}` : secretKey;
  const signature = faults.take('transfers-unsigned')
    ? undefined
    : appotaPaySignature(key, { amount, appotapayTransId, errorCode, time, transferAmount });
  return c.json({
    errorCode,
    message: MESSAGES[errorCode],
    transaction: { amount, transferAmount, appotapayTransId, accountNo, accountName, time },
    signature,
  });
}
