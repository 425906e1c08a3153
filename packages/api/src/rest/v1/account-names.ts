import { ACCOUNT_NAME_INVALID, type AccountNameInput, accountNameInput, WAITING } from '@quydoi/contract/lookups';
import { z } from 'zod';
import type { RestAnswer } from '../envelope.ts';
import { defineRoute, type RestCall, type RestRoute } from '../route.ts';
import { accountNameData } from './data.ts';

/** The holder of a bank account. `more` is the lower-case hex SHA-256 of `type:accountNumber`. */
export const bankAccountName = defineRoute({
  path: 'get-accountname',
  summary: 'Asks for the holder of an account. WAITING: ask again in 2 seconds.',
  body: accountNameInput,
  data: accountNameData,
  handle: (call, body) => lookUp(call, body),
});

/** The holder of a Perfect Money account. */
export const pmAccountName = walletName('get_pm_account_name', 'pm', 'Asks for the holder of a Perfect Money account.');

/** The holder of a WebMoney purse. */
export const wmzAccountName = walletName('get_wmz_account_name', 'wmz', 'Asks for the holder of a WebMoney purse.');

/** The path says which kind of wallet it is; a `type` in the body adds nothing. */
function walletName(path: string, type: string, summary: string): RestRoute {
  return defineRoute({
    path,
    summary,
    body: z.object({ type: z.string().max(32).optional(), accountNumber: accountNameInput.shape.accountNumber }),
    data: accountNameData,
    handle: (call, body) => lookUp(call, { type, accountNumber: body.accountNumber }),
  });
}

/** Names are percent-encoded, the two marks are not names. */
async function lookUp({ exchange, caller }: RestCall, input: AccountNameInput): Promise<RestAnswer> {
  const { accountName } = await exchange.lookups.accountName(caller, input);
  const isMark = accountName === WAITING || accountName === ACCOUNT_NAME_INVALID;
  return { message: '', data: { account_name: isMark ? accountName : encodeURIComponent(accountName.toWellFormed()) } };
}
