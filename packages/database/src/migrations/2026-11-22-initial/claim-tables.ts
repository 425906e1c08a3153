/** Customers' claims that an order was paid. */
export const CLAIM_TABLES = `
-- Three claims an order, however many callers try: the numbers run out.
create table payment_claim (
  id uuid primary key,
  version integer not null,
  order_id uuid not null references orders,
  n integer not null check (n between 1 and 3),
  paid_at timestamptz not null,
  bank text check (char_length(bank) between 1 and 60),
  account_end text check (char_length(account_end) between 1 and 10),
  reference text check (char_length(reference) between 1 and 100),
  state text not null check (state in ('new', 'open', 'answered')),
  answer text check (answer in ('found', 'not_found', 'more_needed')),
  created_at timestamptz not null,
  answered_at timestamptz,
  constraint payment_claim_n unique (order_id, n),
  constraint payment_claim_answered check ((state = 'answered') = (answered_at is not null) and (answer is null or state = 'answered'))
);
create index payment_claim_open on payment_claim (created_at) where state in ('new', 'open');
create index payment_claim_kept on payment_claim (answered_at) where state = 'answered';
`;
