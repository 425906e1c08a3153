/** Who may do what: customers ask through web, and the signer alone moves balances. */
export const WALLET_ACCESS = `
revoke all on withdrawal, balance_line, balance_total from public;
revoke all on function open_balance(text, text), uncommitted(text), guard_balance_line(), line_has_entry(), payment_is_credited(), guard_withdrawal(),
  guard_withdrawal_payout(), payment_is_charged() from public;

grant select, insert on withdrawal to quydoi_web;
grant select, update (version, state, reason, reference, final_at) on withdrawal to quydoi_signer;
grant select on withdrawal to quydoi_operator, quydoi_worker;
grant select on balance_line to quydoi_web, quydoi_signer, quydoi_operator;
grant insert on balance_line to quydoi_signer;
grant select on balance_total to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;
grant execute on function open_balance(text, text) to quydoi_signer;
grant execute on function uncommitted(text) to quydoi_web, quydoi_worker, quydoi_signer, quydoi_operator;

-- Whether a memo names somebody, and where they may be paid.
grant select (id, deleted_at) on customer to quydoi_worker, quydoi_signer;
create policy others_read on customer for select to quydoi_worker, quydoi_signer using (true);
grant select on saved_destination to quydoi_signer;

-- No other role's posting touches a balance.
create policy balances on entry as restrictive for insert to quydoi_web, quydoi_worker
  with check (not exists (select 1 from account a where a.id = account_id and (a.name like 'customer:%' or a.name like 'withdrawal:%')));
create policy withdrawals on posting as restrictive for insert to quydoi_web, quydoi_worker
  with check (num_nonnulls(payment_id, withdrawal_id) = 0 and kind not in ('deposit', 'charge', 'withdrawal', 'withdrawal-return'));

grant update (version, state, customer_id, case_code) on payment to quydoi_signer;
create policy signer_credits on payment for update to quydoi_signer
  using (state = 'case' and case_code = 'deposit' and order_id is null and customer_id is null) with check (state = 'matched' and order_id is null and customer_id is not null);

create policy signer_charges on payment for insert to quydoi_signer with check (account = 'balance' and order_id is not null and state = 'matched');
create policy balances on payment as restrictive for insert to quydoi_worker with check (account <> 'balance');

grant insert on payout to quydoi_signer;
create policy signer_adds on payout for insert to quydoi_signer
  with check (obligation_kind = 'withdrawal' and made_by = 'system' and state = 'queued' and reference is null and tries = 0);
create policy withdrawals on payout as restrictive for insert to quydoi_worker with check (obligation_kind <> 'withdrawal');
`;
