/** What orders give to the sponsors of their customers, and each sponsor's totals. */
export const REFERRAL_TABLES = `
create table referral (
  -- The order's.
  id uuid primary key references orders,
  version integer not null check (version > 0),
  sponsor_id text not null references customer,
  state text not null constraint referral_state_check check (state in ('due', 'credited', 'taken-back', 'none')),
  -- In dong: what the sponsor was credited with, and what of it was taken back.
  amount bigint not null check (amount >= 0),
  returned bigint not null,
  due_at timestamptz not null,
  credited_at timestamptz,
  constraint referral_returned_check check (returned between 0 and amount),
  constraint referral_credited_at check ((credited_at is not null) = (amount > 0)),
  constraint referral_amount_by_state check (state = 'due' or (state = 'none') = (amount = 0)),
  constraint referral_credited_whole check (state <> 'credited' or returned = 0),
  constraint referral_due_at_finite check (due_at >= timestamptz '1970-01-01 00:00:00Z' and due_at < timestamptz '10000-01-01 00:00:00Z'),
  constraint referral_credited_at_finite check (credited_at >= timestamptz '1970-01-01 00:00:00Z' and credited_at < timestamptz '10000-01-01 00:00:00Z')
);
create index referral_due on referral (due_at) where state = 'due';
create index referral_of_sponsor on referral (sponsor_id, credited_at desc, id desc) where amount > 0;
create index referral_owed on referral (sponsor_id, credited_at, id) where state = 'taken-back' and returned < amount;

-- Kept by triggers: who came by a sponsor's link, how many credits there were, what of them stands, and what of that is owed back.
create table referral_total (
  sponsor_id text primary key references customer,
  customers integer not null default 0 check (customers >= 0),
  credits integer not null default 0 check (credits >= 0),
  earned bigint not null default 0 check (earned >= 0),
  owed bigint not null default 0 check (owed between 0 and earned)
);
insert into referral_total (sponsor_id, customers) select sponsor, count(*) from customer where sponsor is not null group by sponsor;

alter table posting
  drop constraint posting_kind_check,
  add constraint posting_kind_check check (kind in (
    'hold', 'rehold', 'release', 'payment', 'match', 'payout', 'fee', 'refund', 'sweep', 'adjust', 'transfer', 'opening',
    'deposit', 'charge', 'withdrawal', 'withdrawal-return', 'referral', 'referral-return'));
`;
