import { Client } from 'pg';
import type { Endpoints } from '../system/endpoints.ts';
import { FORGERS, type Forger } from './catalogue.ts';
import type { Statement } from './forged-rows.ts';

/** The database as the campaign uses it: as its owner, and with the logins that are forged with. */
export interface CampaignDatabase {
  readonly owner: Client;
  /** Runs the statements of a forgery in one transaction. @returns `written`, `no row` when it met none, or the error's code */
  forge(by: Forger, statements: readonly Statement[]): Promise<string>;
  close(): Promise<void>;
}

/** Opens a connection for the owner and one per forger. A session of a role has all limits of its login: grants, row policies and triggers. */
export async function openCampaignDatabase({ databaseUrl }: Endpoints): Promise<CampaignDatabase> {
  const open = async () => {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    return client;
  };
  const owner = await open();
  // It reads whole tables, on a machine that the exchange keeps busy.
  await owner.query('set statement_timeout = 0');
  await owner.query('create table polled_at_first as select * from polled_source');
  const forgers = new Map<Forger, Client>();
  for (const role of FORGERS) {
    const client = await open();
    // Forgeries need not outlive a crash: without waiting for the disk there are more of them in the same time.
    await client.query("set lock_timeout = '2s'; set statement_timeout = '30s'; set synchronous_commit = off");
    await client.query(`set session authorization ${role}`);
    forgers.set(role, client);
  }
  return {
    owner,
    async forge(by, statements) {
      const client = forgers.get(by);
      if (!client) throw new Error(`no connection of ${by}`);
      try {
        await client.query('begin');
        let rows = 0;
        for (const [text, values] of statements) rows += (await client.query(text, [...values])).rowCount ?? 0;
        await client.query('commit');
        return rows > 0 ? 'written' : 'no row';
      } catch (error) {
        await client.query('rollback');
        return (error as { code?: string }).code ?? String(error);
      }
    },
    async close() {
      for (const client of [owner, ...forgers.values()]) await client.end();
    },
  };
}

/**
 * Undoes what forgeries can do beside stealing, so that the next ones meet an exchange that pays: networks that the worker switched off or suspended,
 * reserves that it booked away, and sources that it no longer polls.
 */
export async function restoreService(owner: Client, allReserves: bigint): Promise<void> {
  await owner.query(`insert into setting (kind, key, value, author, at)
    select s.kind, s.key, case s.kind when 'rail' then '{"on":true,"note":""}'::jsonb else s.value || '{"suspended":false}' end, 'restored', now()
    from (select distinct on (kind, key) * from setting where kind in ('rail', 'suspension') order by kind, key, version desc) s
    where (s.kind = 'rail' and s.key in ('bank', 'perfect-money', 'tron') and s.value ->> 'on' = 'false')
      or (s.kind = 'suspension' and s.value ->> 'suspended' = 'true')`);
  await owner.query('insert into polled_source select * from polled_at_first on conflict do nothing');
  await owner.query(
    `with short as (select id, unit, $1 - balance as missing from account where name = 'rail:' || unit and balance < $1 and unit in ('pm', 'vnd', 'usdt-tron')),
      p as (insert into posting (id, kind, at) select gen_random_uuid(), 'adjust', now() where exists (select from short) returning id)
     insert into entry (posting_id, account_id, amount)
       select p.id, s.id, s.missing from p, short s union all
       select p.id, e.id, -s.missing from p, short s join account e on e.name = 'equity:' || s.unit`,
    [allReserves.toString()],
  );
  await owner.query("update payout set next_at = now() where state = 'queued' and next_at > now()");
}
