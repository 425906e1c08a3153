import { randomUUID } from 'node:crypto';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { expect, test } from 'vitest';
import { openAccounts } from '../../testing/accounts.ts';
import { walletsSeenIn, workFor } from '../../testing/balances.ts';
import { openMember } from '../../testing/members.ts';
import { openWorld } from '../../testing/world.ts';

test('a balance that was raised with the signer’s login alone is spent by nobody, and an alarm', async () => {
  const world = await openWorld(postgresUrl());
  const accounts = openAccounts(world);
  try {
    const lan = await openMember(world, accounts);
    await lan.deposit(1_000_000n);
    const accountOf = async (name: string) => (await world.database.query('select id from account where name = $1', [name]))[0]?.id;
    const [own, suspense] = [await accountOf(`customer:${lan.customerId}:vnd`), await accountOf('suspense:bank:vnd')];
    const id = randomUUID();
    for (const statement of [
      'begin',
      `insert into posting (id, kind, at) values ('${id}', 'deposit', now())`,
      `insert into balance_line (account_id, n, posting_id, amount, balance, code) values (${own}, 2, '${id}', 5000000, 6000000, 'a guess')`,
      `insert into entry (posting_id, account_id, amount) values ('${id}', ${own}, -5000000), ('${id}', ${suspense}, 5000000)`,
      'commit',
    ])
      await world.database.query(statement, [], 'quydoi_signer');
    expect(await walletsSeenIn(world).balanceOf(lan)).toBe(6_000_000n);
    await lan.withdraw('500000');
    const order = await lan.order({ fromBalance: { code: lan.code() } });
    await workFor(world, 2);
    expect(await walletsSeenIn(world).withdrawalsOf(lan)).toEqual([['requested', null, 500_000n]]);
    expect((await world.order(order.ref)).status).toBe('pending');
    expect([...world.payOs.paid, ...world.perfectMoney.paid]).toEqual([]);
    expect(world.errors.map((line) => JSON.stringify(line)).every((line) => line.includes('was not written by a process'))).toBe(true);
    expect(world.errors.length).toBeGreaterThan(0);
  } finally {
    await accounts.close();
    await world.database.close();
  }
});
