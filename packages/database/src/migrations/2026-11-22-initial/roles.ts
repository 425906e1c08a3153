/**
 * The PostgreSQL roles of the processes. They belong to the cluster, so that another database may have made them already.
 *
 * Statements of web, worker and signer touch few rows. Plans of prepared statements and of triggers outlive the table sizes they were made
 * for: a plan from the day when tables were empty would read them whole later. So these roles reach every table through an index. Reports
 * of operators read much and are planned freely.
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
  foreach role in array array['quydoi_web', 'quydoi_worker', 'quydoi_signer'] loop
    foreach setting in array array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'] loop
      execute format('alter role %I set %I = off', role, setting);
    end loop;
  end loop;
end $$;
`;
