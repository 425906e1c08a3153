/** Who may do what: the signer alone credits sponsors and takes back, of what the database has queued. */
export const REFERRAL_ACCESS = `
revoke all on referral, referral_total from public;
revoke all on function queue_referral(), count_referred(), sum_referrals(), guard_referral(), referral_is_booked() from public;
grant select on referral, referral_total to quydoi_web, quydoi_operator;
grant select, update (version, state, amount, returned, due_at, credited_at) on referral to quydoi_signer;

create policy referrals on posting as restrictive for insert to quydoi_web, quydoi_worker, quydoi_operator
  with check (kind not in ('referral', 'referral-return'));
`;
