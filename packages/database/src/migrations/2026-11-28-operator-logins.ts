import { Migration } from '@mikro-orm/migrations';

/**
 * Once an operator has a login of their own, only such logins act: a role may change its own password, so whoever becomes `quydoi_operator` can also
 * log in as it, and act under any name. Therefore a call with the shared login proves no second person beside a login of one operator.
 */
export class Migration20261128OperatorLogins extends Migration {
  override up(): void {
    this.addSql(OWN_LOGINS);
    this.addSql(GUARD);
    this.addSql(TWO_OPERATORS);
  }
}

const OWN_LOGINS = `
-- Whether a login is one operator's.
create function is_own_login(login text) returns boolean language sql immutable as $$
  select starts_with(login, 'quydoi_operator_')
$$;

-- Whether operators can log in by themselves. Roles belong to the cluster: a login that connects to another of its databases counts too.
create function has_own_logins() returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from pg_roles where rolcanlogin and public.is_own_login(rolname))
$$;
`;

const GUARD = `
create or replace function guard_audit() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  is_own boolean := public.is_own_login(session_user);
  proposed record;
begin
  if is_own and new.operator <> substr(session_user, length('quydoi_operator_') + 1) or not is_own and public.has_own_logins() then
    raise exception 'the login % is not of %', session_user, new.operator using errcode = 'QD016';
  end if;
  if new.proposal_id is null then
    if new.outcome = 'done' and exists (select 1 from public.operator_verb v where v.verb = new.verb and v.always_two) then
      raise exception '% needs a second operator', new.verb using errcode = 'QD028';
    end if;
    return new;
  end if;
  select operator, verb, input, outcome, recorded_at, login into proposed from public.audit where call_id = new.proposal_id;
  if proposed.outcome <> 'proposed' or new.outcome <> 'done' or new.verb <> 'rejectAct' and (
      proposed.recorded_at < clock_timestamp() - interval '1 day'
      or is_own <> public.is_own_login(proposed.login)
      or new.operator = proposed.operator or new.verb <> proposed.verb or new.input <> proposed.input) then
    raise exception 'a proposed act is carried out unchanged, by a second operator' using errcode = 'QD017';
  end if;
  return new;
end $$;
`;

const TWO_OPERATORS = `
create or replace function are_of_two_operators(one uuid, another uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from public.audit a join public.audit b on b.operator <> a.operator and public.is_own_login(b.login) = public.is_own_login(a.login)
    where a.call_id = one and b.call_id = another)
$$;
`;
