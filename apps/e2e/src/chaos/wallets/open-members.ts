import { accountOf } from '../../customers/accounts.ts';
import { type Member, openMember } from '../../customers/open-member.ts';
import type { ExchangeUnderTest } from '../../system/exchange-under-test.ts';
import { makePayment } from '../../system/sandbox-client.ts';
import { until } from '../../until.ts';
import { hasApp, MEMBERS, SESSIONS } from './plan-wallets.ts';

/** Bank of the members' accounts. */
export const MEMBERS_BANK = 'vcb';
/** Numbers of the members' accounts, far from those of the orders of a run. */
const FIRST_ACCOUNT = 700_000;
const FIRST_DEPOSIT = '5000000';
const FUNDED_MS_MAX = 300_000;

/** A member of a run. */
export interface RunMember extends Member {
  /** Bank account that deposits come from and withdrawals go to. */
  readonly account: string;
}

/** Opens the accounts of a run's members, each with a balance, before anything is disturbed. */
export function openMembers(exchange: ExchangeUnderTest): Promise<RunMember[]> {
  return Promise.all(
    Array.from({ length: MEMBERS.withApp + MEMBERS.withPassword }, async (_, n) => {
      const account = accountOf('vnd', 'own', FIRST_ACCOUNT + n);
      const addresses = Array.from({ length: SESSIONS - 1 }, (_session, other) => `12.${n}.${other + 1}.1`);
      const destinations = [{ currency: 'vnd', bank: MEMBERS_BANK, account }];
      const member = await openMember(exchange, {
        name: `member${n}`,
        clientAddresses: [`12.${n}.0.1`, ...addresses],
        withApp: hasApp(n),
        destinations,
      });
      await fund(exchange, member, account);
      return { ...member, account };
    }),
  );
}

/** Deposits dong, and waits until they are in the balance. */
async function fund(exchange: ExchangeUnderTest, { sessions: [session] }: Member, account: string): Promise<void> {
  const { deposit } = await session.wallet.get.query();
  const draft = { rail: 'bank', currency: 'vnd', from: account, to: deposit.account, amount: FIRST_DEPOSIT, memo: deposit.memo } as const;
  if ((await makePayment(exchange, draft)) !== 'made') throw new Error('the first deposit of a member was not made');
  await until('the first deposit of a member', FUNDED_MS_MAX, async () =>
    (await session.wallet.get.query()).balances.some(({ currency, balance }) => currency === 'vnd' && balance > 0n),
  );
}
