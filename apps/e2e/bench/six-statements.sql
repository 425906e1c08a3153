\set n random(0, 281474976710655)
\set p random(0, 281474976710655)
\set pair random(1, :pairs)
begin;
select balance from bench.account where id = 2 * :pair - 1 for no key update;
insert into bench.orders (id, ref, kind, from_currency, to_currency, quantity, ordered_quantity, ordered_amount, rate, rate_version, amount_sent, amount_received, fee_exchange,
  cash_amount, cash_fee, pay_in_network, pay_in_account, pay_out_network, destination, destination_bank, destination_name, sender, sender_bank, reserve, held,
  subject, origin, customer_id, created_at, proof, version, status, reason, expires_at, holding, amount_paid, amount_refunded, paid_at, final_at, event_count, payout_reference, retry_at)
  select ('00000000-0000-4000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid, 'R' || :n::text, kind, from_currency, to_currency, quantity, ordered_quantity, ordered_amount, rate,
  rate_version, amount_sent, amount_received, fee_exchange, cash_amount, cash_fee, pay_in_network, pay_in_account, pay_out_network, 'U' || :n::text,
  destination_bank, destination_name, sender, sender_bank, reserve, held, 'destination U' || :n::text, 'network ' || :n::text, customer_id, now(), proof, 1, 'pending', null,
  now() + interval '30 minutes', held, 0, 0, null, null, 1, null, null from bench.template;
insert into bench.order_event (order_id, n, code, params, actor, cause, at)
  values (('00000000-0000-4000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid, 1, 'created', '{}', 'customer', 'createOrder', now());
insert into bench.posting (id, kind, order_id, at) values (('00000000-0000-4000-8000-' || lpad(to_hex(:p::bigint), 12, '0'))::uuid, 'hold',
  ('00000000-0000-4000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid, now());
insert into bench.entry (posting_id, account_id, amount) values
  (('00000000-0000-4000-8000-' || lpad(to_hex(:p::bigint), 12, '0'))::uuid, 2 * :pair - 1, -1005),
  (('00000000-0000-4000-8000-' || lpad(to_hex(:p::bigint), 12, '0'))::uuid, 2 * :pair, 1005);
update bench.account set balance = balance + case when id = 2 * :pair then 1005 else -1005 end where id in (2 * :pair - 1, 2 * :pair);
commit;
