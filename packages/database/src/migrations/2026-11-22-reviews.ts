import { Migration } from '@mikro-orm/migrations';
import { REVIEW_LENGTH_MAX } from '@quydoi/domain/constants';
import { REVIEW_STATUSES } from '@quydoi/domain/review';

/** Customers' reviews and what operators decided about them. */
export class Migration20261122Reviews extends Migration {
  override up(): void {
    this.addSql(TABLES);
    this.addSql(TRIGGERS);
    this.addSql(GRANTS);
  }
}

const TABLES = `
create table review (
  id uuid primary key,
  order_id uuid not null constraint review_order unique references orders,
  content text not null check (char_length(content) between 1 and ${REVIEW_LENGTH_MAX}),
  email text not null,
  status text not null check (status in (${REVIEW_STATUSES.map((status) => `'${status}'`).join(', ')})),
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

/** A review is never deleted and never says anything else than it did; what was decided about it stays on record. */
const TRIGGERS = `
create function guard_review() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_id, new.content, new.email, new.created_at) is distinct from (old.id, old.order_id, old.content, old.email, old.created_at)
     or new.status = 'pending' then
    raise exception 'only the decision about a review changes' using errcode = 'QD007';
  end if;
  return new;
end $$;
create trigger guard_review before update on review for each row execute function guard_review();
create trigger keep_reviews before delete or truncate on review for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on review_decision for each statement execute function refuse_change();
`;

/**
 * The web adds reviews of delivered orders and reads what everybody may read; e-mail addresses, waiting and rejected ones are the
 * operators' alone.
 */
const GRANTS = `
revoke all on review, review_decision from public;
grant insert (id, order_id, content, email, status, created_at) on review to quydoi_web;
grant select (id, order_id, content, status, created_at) on review to quydoi_web;
grant select, update (status) on review to quydoi_operator;
grant select, insert on review_decision to quydoi_operator;
alter table review enable row level security;
create policy web_reads on review for select to quydoi_web using (status = 'approved');
create policy web_adds on review for insert to quydoi_web
  with check (status = 'pending' and exists (select 1 from orders o where o.id = order_id and o.status = 'delivered'));
create policy operators on review to quydoi_operator using (true) with check (true);
`;
