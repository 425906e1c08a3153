import { Migration } from '@mikro-orm/migrations';

/** Counts refunds by their number as well, by the order's subject and by the account that they go to: small ones add up to no sum. */
export class Migration20261128RefundCounts extends Migration {
  override up(): void {
    this.addSql(PARTIES);
    this.addSql(ADD);
  }
}

const PARTIES = `
-- The parties that an attempt's payout counts for, and whether an operator's row says that it was approved, or, for the limits of refunds, asked for to this account.
create or replace function volume_parties(attempt uuid) returns table (party text, is_approved boolean)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return query select r.party, exists (
    select 1 from public.audit a where a.order_id = p.order_id and a.outcome = 'done' and (
      a.verb = 'approvePayout' and a.input ->> 'payout' = p.id::text
      or r.of_refunds and (a.verb = 'refundOrder' and p.obligation_kind = 'refund'
          or a.verb = 'refundPayment' and p.obligation_kind = 'return' and a.input ->> 'id' = p.obligation_id::text)
        and a.input ->> 'destination' = p.destination and a.input ->> 'destinationBank' is not distinct from p.destination_bank
    )
  )
  from public.attempt t join public.payout p on p.id = t.payout_id left join public.orders o on o.id = p.order_id cross join lateral (
    values ('payouts:' || p.reserve, false), ('refunds:' || p.reserve, true), ('refunds:' || p.reserve || ':' || o.subject, true),
      ('refund-count:' || p.reserve || ':subject:' || o.subject, true),
      ('refund-count:' || p.reserve || ':account:' || coalesce(p.destination_bank, '') || ':' || p.destination, true)
  ) r (party, of_refunds)
  where t.id = attempt and r.party is not null and (not r.of_refunds or p.obligation_kind in ('refund', 'return'));
end $$;
`;

const ADD = `
-- Counts an attempt's payout for parties: its amount, or one for those that count refunds.
create or replace function add_volume(attempt uuid, parties text[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.volume_turn (party)
    select 'payouts:' || p.reserve from public.attempt a join public.payout p on p.id = a.payout_id where a.id = attempt
  on conflict (party) do update set party = excluded.party;
  insert into public.payout_volume as v (party, at, amount)
    select x.party, date_bin('10 minutes', t.created_at, timestamptz 'epoch'), case when starts_with(x.party, 'refund-count:') then 1 else p.amount end
    from public.attempt t join public.payout p on p.id = t.payout_id cross join unnest(parties) x (party)
    where t.id = attempt
    order by x.party
  on conflict (party, at) do update set amount = v.amount + excluded.amount;
end $$;
`;
