/**
 * The PostgreSQL roles of the processes. They belong to the cluster, so that another database may have made them already.
 *
 * Statements of web, worker and signer touch few rows. Plans of prepared statements and of triggers outlive the table sizes they were made
 * for: a plan from the day when tables were empty would read them whole later. So these roles reach every table through an index. Reports
 * of operators read much and are planned freely.
 *
 * A statement or a transaction that takes longer than these times is stuck. A login can set others for itself, and then meets \`end_stalled\`.
 */
export const ROLES = `
do $$
declare role text; setting text;
begin
  foreach role in array array['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator'] loop
    if not exists (select 1 from pg_roles where rolname = role) then
      begin
        execute format('create role %I nologin', role);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    execute format('grant usage on schema public to %I', role);
  end loop;
  foreach role in array array['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator'] loop
    execute format('alter role %I set idle_in_transaction_session_timeout = %L', role, '60s');
    if exists (select 1 from pg_settings where name = 'transaction_timeout') then
      execute format('alter role %I set transaction_timeout = %L', role, case role when 'quydoi_operator' then '10min' else '2min' end);
    end if;
  end loop;
  foreach role in array array['quydoi_web', 'quydoi_worker', 'quydoi_signer'] loop
    execute format('alter role %I set statement_timeout = %L', role, '60s');
    foreach setting in array array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'] loop
      execute format('alter role %I set %I = off', role, setting);
    end loop;
  end loop;
end $$;
`;
