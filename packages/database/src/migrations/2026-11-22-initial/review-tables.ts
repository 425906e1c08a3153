/** Customers' reviews and the operators' decisions about them. */
export const REVIEW_TABLES = `
create table review (
  id uuid primary key,
  order_id uuid not null constraint review_order unique references orders,
  content text not null check (char_length(content) between 1 and 300),
  email text not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null
);
create index review_approved on review (id desc) where status = 'approved';
create index review_pending on review (id desc) where status = 'pending';

create table review_decision (
  id bigint generated always as identity primary key,
  review_id uuid not null references review,
  status text not null check (status in ('approved', 'rejected')),
  note text not null,
  operator text not null,
  at timestamptz not null
);
create index review_decision_newest on review_decision (review_id, id desc);
`;
