import { z } from 'zod';
import type { Http } from '../http.ts';
import { RailError } from '../rail-error.ts';
import { listRefusal } from './list-refusal.ts';
import { malformed, parseJson } from './reported-transfer.ts';

/** SePay's largest page. */
const PAGE_SIZE = 100;
const PAGES_MAX = 10;

/** A linked account in SePay API v2's `/v2/bank-accounts`; `accumulated` is its balance in dong, as its bank last told it. */
const linkedAccount = z.object({ account_number: z.string(), accumulated: z.number().nullish(), last_transaction: z.string().nullish() });
const accountsPage = z.object({
  status: z.literal('success'),
  data: z.array(linkedAccount),
  meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }),
});

/**
 * The balances of the linked accounts whose banks tell one. SePay has zero for a bank that tells none: then it is left out once there was a payment.
 * @param isZeroTold whether zero is a balance nevertheless
 * @throws RailError when they cannot be read completely
 */
export async function readSePayBalances(http: Http, apiToken: string, isZeroTold: boolean): Promise<ReadonlyMap<string, bigint>> {
  const balances = new Map<string, bigint>();
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const query = { page: String(page), per_page: String(PAGE_SIZE) };
    const answer = await http.get('v2/bank-accounts', query, { authorization: `Bearer ${apiToken}`, accept: 'application/json' });
    if (answer.status !== 200) throw listRefusal('SePay', 'accounts', answer);
    const parsed = accountsPage.safeParse(parseJson(answer.text));
    if (!parsed.success) throw malformed('SePay', 'accounts', parsed.error.issues[0]?.path.join('.') ?? '');
    for (const { account_number: account, accumulated, last_transaction: lastTransaction } of parsed.data.data) {
      const isTold = typeof accumulated === 'number' && Number.isSafeInteger(accumulated) && (accumulated !== 0 || !lastTransaction || isZeroTold);
      if (isTold) balances.set(account, BigInt(accumulated));
    }
    if (!parsed.data.meta.pagination.has_more) return balances;
  }
  throw new RailError('bank', 'malformed', 'not-done', `SePay accounts do not end within ${PAGES_MAX} pages`);
}
