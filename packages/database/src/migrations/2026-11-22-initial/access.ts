/** Privileges and row policies of the four roles. */
export const ACCESS = `
revoke all on all tables in schema public from public;
revoke all on function post_entries(), order_has_hold(), guard_price(), guard_lease(), guard_reservation(), take_slots(), release_slots(), count_volume(), volume_parties(uuid), add_volume(uuid, text[]), judged_volumes(uuid, text[], timestamptz, timestamptz), count_refund_elsewhere(uuid, bigint), prune_volume(timestamptz), require_audit(), guard_audit(), done_alone_besides(uuid, text[]), are_of_two_operators(uuid, uuid) from public;
revoke all on function seal_digest(text, bigint, bigint, text), seal_next(text, interval), broken_seals(text, integer, integer), end_stalled(interval) from public;
revoke create on schema public from public;
-- A temporary table could shadow one that a guard reads.
do $$ begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator', current_database());
end $$;

-- Rows that the database numbers are inserted by columns, without the number: a role that could choose it ("overriding system value") could take the
-- highest, after which no later row would be the newest, or be sealed.
grant insert (order_id, n, code, params, actor, cause, payout_id, at) on order_event to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;
grant insert (posting_id, account_id, amount) on entry to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;
grant insert (kind, key, value, author, at) on setting to quydoi_worker, quydoi_signer, quydoi_operator;
grant insert (call_id, operator, verb, input, outcome, order_id, proposal_id, worth, at) on audit to quydoi_operator;
grant insert (review_id, status, note, operator, at) on review_decision to quydoi_operator;

-- All roles read what pages and decisions are made of.
grant select on setting, account, orders, order_event, idempotency, payment, payout, lookup, source_cursor, polled_source, order_transition,
  deposit_address, lease to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;
grant select on order_request to quydoi_worker, quydoi_signer, quydoi_operator;
grant select (id, order_id, action, params, at, handled_at, refusal) on order_request to quydoi_web;

-- web: pending orders with their holds and leases, raw webhooks, requests, payment claims, lookups, pending reviews. Nothing that moves money out.
grant insert on orders, idempotency, posting, order_request, webhook, deposit_address, lease to quydoi_web;
grant update (free_at) on deposit_address to quydoi_web;
grant select on posting to quydoi_web;
grant insert, update on lookup to quydoi_web;
grant select, insert, update on name_budget to quydoi_web;
grant insert (id, order_id, content, email, status, created_at) on review to quydoi_web;
grant select (id, order_id, content, status, created_at) on review to quydoi_web;
-- Claims are counted, not read: what they tell is for who answers them.
grant insert, select (order_id, n) on payment_claim to quydoi_web;

-- worker: payment journal, matching, expiry, repricing, refunds, payout rows, bank lookups. It cannot make an attempt.
grant insert, select on posting, payment, sighting, payout to quydoi_worker;
grant select on order_event, entry to quydoi_worker;
grant insert, select on reconciliation_exception to quydoi_worker, quydoi_signer;
grant select on webhook, attempt, first_hand_payment, payment_use to quydoi_worker;
grant update on webhook, order_request, lookup to quydoi_worker;
grant insert, update on source_cursor to quydoi_worker;
grant insert, delete on polled_source to quydoi_worker;
grant delete on idempotency, webhook, lookup, name_budget to quydoi_worker;
grant select on name_budget to quydoi_worker;
grant update (origin) on orders to quydoi_worker;
grant select, delete on payment_claim to quydoi_worker;
grant update (version, state, answer, answered_at) on payment_claim to quydoi_worker, quydoi_operator;
grant update (quantity, rate, rate_version, amount_sent, amount_received, fee_exchange, cash_amount, cash_fee, held, excess_quantity, excess_rate_version)
  on orders to quydoi_worker;

-- signer: attempts and their settlement, sweeps, and what needs a spending credential: lookups, and payment lists of wallets.
grant insert, select on posting, payment, sighting to quydoi_signer;
grant select on order_event, entry to quydoi_signer;
grant insert, select on attempt to quydoi_signer;
grant update (version, state, reference, fee, detail, awaiting_code, paid_by_attempt_id, checks, next_check_at, sent_at, settled_at) on attempt to quydoi_signer;
grant insert, update, select on sweep to quydoi_signer;
grant insert, update, delete, select on sweep_refusal to quydoi_signer;
grant insert, select on attempt_code, attempt_transfer, first_hand_payment, payment_use to quydoi_signer;
grant update (memo, payer) on first_hand_payment to quydoi_signer;
-- What a person decided about an order is evidence.
grant select (call_id, verb, input, outcome, order_id, proposal_id) on audit to quydoi_signer;
grant execute on function done_alone_besides(uuid, text[]), are_of_two_operators(uuid, uuid) to quydoi_signer;
grant select on operator_verb, operator_right to quydoi_operator;
grant select on transfer_slot, consumed_nonce to quydoi_signer;
grant insert, update, select on balance_check, fee_coin_check to quydoi_signer;
grant select on balance_check, fee_coin_check to quydoi_worker, quydoi_operator;
grant select on payout_volume to quydoi_signer, quydoi_worker, quydoi_operator;
grant execute on function judged_volumes(uuid, text[], timestamptz, timestamptz), count_refund_elsewhere(uuid, bigint) to quydoi_signer;
-- Only the signer reads signed bytes (raw): whoever has them can broadcast them.
grant select (attempt_id, n, network, txid, valid_until, slots, signed_at) on attempt_transfer to quydoi_operator;
grant select (id, version, network, address_index, kind, currency, amount, key, is_batched, valid_until, slots, state, fee, created_at, next_check_at, settled_at)
  on sweep to quydoi_worker, quydoi_operator;
grant select on sweep_refusal to quydoi_operator;
grant insert, update on source_cursor to quydoi_signer;
grant insert, delete on polled_source to quydoi_signer;
grant update on lookup to quydoi_signer;

-- operator: settings, decisions, the audit log.
grant select on posting, entry, sighting, webhook, attempt, audit, first_hand_payment, payment_use to quydoi_operator;
grant insert on posting, payout to quydoi_operator;
grant select, update (status) on review to quydoi_operator;
grant select on review_decision to quydoi_operator;
grant select on payment_claim to quydoi_operator;
grant select, update (resolved_at, resolved_by, note) on reconciliation_exception to quydoi_operator;
grant select, insert on reading_request to quydoi_operator;
grant select, update (tries, next_at, handled_at, outcome) on reading_request to quydoi_worker, quydoi_signer;

-- Seals are added by a function that computes them, and by nothing else.
grant select on seal, broken_seal to quydoi_signer, quydoi_operator;
grant insert on broken_seal to quydoi_signer;
grant execute on function seal_next(text, interval), end_stalled(interval) to quydoi_signer;
grant execute on function broken_seals(text, integer, integer) to quydoi_signer, quydoi_operator;

-- Changing columns of the money tables.
grant update (version, status, reason, expires_at, holding, amount_paid, paid_at, final_at, event_count, payout_reference, retry_at)
  on orders to quydoi_worker, quydoi_signer, quydoi_operator;
grant update (amount_refunded) on orders to quydoi_worker, quydoi_operator;
grant update (version, state, order_id, case_code, confirmed) on payment to quydoi_worker, quydoi_operator;
-- A bank's reference and memo that its provider told later.
grant update (reference, occurrence, memo) on payment to quydoi_worker;
-- The time of the final block, of a payment that was seen before.
grant update (paid_at) on payment to quydoi_worker;
grant update (version, state, tries, next_at, reference, waits_for) on payout to quydoi_signer, quydoi_operator;
grant update (expiries) on payout to quydoi_signer;

-- worker and signer suspend networks whose providers fail, each under its own name: no role opens what an operator or
-- another role has closed. Each network has a rail's setting.
alter table setting enable row level security;
create policy all_read on setting for select to quydoi_web, quydoi_worker, quydoi_signer using (true);
create policy own_suspensions on setting for insert to quydoi_worker, quydoi_signer with check (
  kind = 'suspension' and author = current_user and starts_with(key, current_user || ' ') and is_key_of_suspension(key, value)
  and jsonb_typeof(value -> 'suspended') = 'boolean'
  and exists (select 1 from setting known where known.kind = 'rail' and known.key = setting.value ->> 'network'));
-- The signer alone follows the costs of networks with fees.
create policy followed_fees on setting for insert to quydoi_signer with check (kind in ('buy', 'pair') and author = current_user);
create policy operators on setting to quydoi_operator using (true) with check (true);

-- worker and signer declare the sources that they poll themselves, and retire no other's. Wallets are read with the signer's credentials.
alter table polled_source enable row level security;
create policy all_read on polled_source for select to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy own_adds on polled_source for insert to quydoi_worker, quydoi_signer
  with check (role = current_user and (role = 'quydoi_signer' or network not in ('perfect-money', 'webmoney')));
create policy own_retires on polled_source for delete to quydoi_worker, quydoi_signer using (role = current_user);

-- worker deletes webhooks only once they are handled.
alter table webhook enable row level security;
create policy web_adds on webhook for insert to quydoi_web with check (handled_at is null);
create policy all_read on webhook for select to quydoi_worker, quydoi_operator using (true);
create policy worker_handles on webhook for update to quydoi_worker using (true) with check (true);
create policy worker_prunes on webhook for delete to quydoi_worker using (handled_at is not null);

-- Each role journals the payments that it reads itself, and keeps the cursors of its own sources. Wallets are read with the signer's credentials.
alter table payment enable row level security;
-- web shows what is not final yet. Of other payments it could tell a thief what a claim has to name.
create policy web_shows on payment for select to quydoi_web using (state = 'unconfirmed');
create policy others_read on payment for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy worker_adds on payment for insert to quydoi_worker
  with check (network not in ('perfect-money', 'webmoney') and order_id is null and state in ('unmatched', 'unconfirmed'));
create policy signer_adds on payment for insert to quydoi_signer
  with check (network in ('perfect-money', 'webmoney') and order_id is null and state in ('unmatched', 'unconfirmed'));
create policy decisions on payment for update to quydoi_worker, quydoi_operator using (true) with check (true);
alter table source_cursor enable row level security;
create policy all_read on source_cursor for select to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator using (true);
-- Each moves the cursors of the sources that it has declared; what the worker polls is the worker's.
create policy worker_adds on source_cursor for insert to quydoi_worker with check (
  source not like 'first-hand %' and exists (select 1 from polled_source p where p.role = current_user and p.network = source_cursor.network and p.source = source_cursor.source));
create policy worker_moves on source_cursor for update to quydoi_worker using (
  source not like 'first-hand %' and exists (select 1 from polled_source p where p.role = current_user and p.network = source_cursor.network and p.source = source_cursor.source));
create policy signer_adds on source_cursor for insert to quydoi_signer with check (
  source like 'first-hand %' or exists (select 1 from polled_source p where p.role = current_user and p.network = source_cursor.network and p.source = source_cursor.source)
  and not exists (select 1 from polled_source p where p.role = 'quydoi_worker' and p.network = source_cursor.network and p.source = source_cursor.source));
create policy signer_moves on source_cursor for update to quydoi_signer using (
  source like 'first-hand %' or exists (select 1 from polled_source p where p.role = current_user and p.network = source_cursor.network and p.source = source_cursor.source)
  and not exists (select 1 from polled_source p where p.role = 'quydoi_worker' and p.network = source_cursor.network and p.source = source_cursor.source));

-- Each role reports what it reads itself, and resolves nothing: a row that stands for another's report would keep that from operators. Payouts' records
-- and wallets are read with the signer's credentials; WebMoney's webhooks, whose source has that name, by the worker.
alter table reconciliation_exception enable row level security;
create policy all_read on reconciliation_exception for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy worker_reports on reconciliation_exception for insert to quydoi_worker with check (
  num_nonnulls(resolved_at, resolved_by, note) = 0 and source <> 'payouts'
  and (network not in ('perfect-money', 'webmoney') or (network = 'webmoney' and source = 'webmoney' and kind = 'unlisted_webhook')));
create policy signer_reports on reconciliation_exception for insert to quydoi_signer with check (num_nonnulls(resolved_at, resolved_by, note) = 0);
create policy operators_resolve on reconciliation_exception for update to quydoi_operator using (true) with check (true);

-- Each role reads the networks again that it journals.
alter table reading_request enable row level security;
create policy all_read on reading_request for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy operators_ask on reading_request for insert to quydoi_operator with check (tries = 0 and handled_at is null);
create policy worker_handles on reading_request for update to quydoi_worker
  using (handled_at is null and network not in ('perfect-money', 'webmoney')) with check (true);
create policy signer_handles on reading_request for update to quydoi_signer
  using (handled_at is null and network in ('perfect-money', 'webmoney')) with check (true);

-- web asks for holders' names, and only who looks an account up answers: wallets with the signer's credentials, bank accounts with the worker's.
alter table lookup enable row level security;
create policy all_read on lookup for select to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy web_asks on lookup for insert to quydoi_web with check (state = 'waiting' and name is null and resolved_at is null);
create policy web_asks_again on lookup for update to quydoi_web using (true) with check (state = 'waiting' and name is null and resolved_at is null);
create policy worker_answers on lookup for update to quydoi_worker using (type not in ('pm', 'wmz')) with check (type not in ('pm', 'wmz'));
create policy signer_answers on lookup for update to quydoi_signer using (true) with check (true);
create policy worker_prunes on lookup for delete to quydoi_worker using (true);

-- worker queues payouts and refunds for the signer; what operators made, and returns of payments, are theirs to record.
alter table payout enable row level security;
create policy all_read on payout for select to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy worker_adds on payout for insert to quydoi_worker
  with check (obligation_kind <> 'return' and made_by = 'system' and state = 'queued' and reference is null and tries = 0);
create policy signer_moves on payout for update to quydoi_signer using (true) with check (true);
create policy operators on payout to quydoi_operator using (true) with check (true);

-- Nobody but the trigger counts what is sent; worker removes what is past every limit's time, by a function: a privilege to delete is one to lock the
-- table, and with it all payouts.
grant execute on function prune_volume(timestamptz) to quydoi_worker;

-- web adds only pending orders, their first event and their holds.
alter table orders enable row level security;
create policy web_reads on orders for select to quydoi_web using (true);
create policy web_adds on orders for insert to quydoi_web with check (status = 'pending');
create policy others on orders to quydoi_worker, quydoi_signer, quydoi_operator using (true) with check (true);
alter table order_event enable row level security;
create policy web_reads on order_event for select to quydoi_web using (true);
create policy web_adds on order_event for insert to quydoi_web with check (code = 'created' and n = 1 and payout_id is null);
create policy others on order_event to quydoi_worker, quydoi_signer, quydoi_operator using (true) with check (true);
alter table posting enable row level security;
create policy web_reads on posting for select to quydoi_web using (true);
create policy web_adds on posting for insert to quydoi_web with check (kind = 'hold');
create policy others_read on posting for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
-- What a reserve is said to hold without a payment, operators alone book: a share of it limits what is sent.
create policy transfers on posting for insert to quydoi_worker, quydoi_signer with check (kind not in ('adjust', 'transfer', 'opening'));
create policy operators on posting for insert to quydoi_operator with check (kind <> 'opening');
alter table entry enable row level security;
create policy web_adds on entry for insert to quydoi_web
  with check (exists (select 1 from posting p where p.id = posting_id and p.kind = 'hold'));
create policy others_read on entry for select to quydoi_worker, quydoi_signer, quydoi_operator using (true);
create policy transfers on entry for insert to quydoi_worker, quydoi_signer
  with check (exists (select 1 from posting p where p.id = posting_id and p.kind not in ('adjust', 'transfer', 'opening')));
create policy operators on entry for insert to quydoi_operator with check (true);

-- web adds reviews of delivered orders and reads approved ones; e-mail addresses are for operators only.
alter table review enable row level security;
create policy web_reads on review for select to quydoi_web using (status = 'approved');
create policy web_adds on review for insert to quydoi_web
  with check (status = 'pending' and exists (select 1 from orders o where o.id = order_id and o.status = 'delivered'));
create policy operators on review to quydoi_operator using (true) with check (true);

-- web adds claims for orders that may miss a payment, and answers none; worker deletes those that were answered.
alter table payment_claim enable row level security;
create policy web_counts on payment_claim for select to quydoi_web using (true);
create policy web_adds on payment_claim for insert to quydoi_web with check (version = 1 and state = 'new'
  and exists (select 1 from orders o where o.id = order_id and o.status in ('pending', 'verifying_transaction', 'cancelled')));
create policy all_read on payment_claim for select to quydoi_worker, quydoi_operator using (true);
create policy answers on payment_claim for update to quydoi_worker, quydoi_operator using (true) with check (true);
create policy worker_prunes on payment_claim for delete to quydoi_worker using (state = 'answered');
`;
