/**
 * No time is infinite: what is due, ends, or was set at the end of time would never come, end, or be replaced. One check for every column of a time
 * that the tables of this migration have.
 */
export const FINITE_TIMES = `
do $$
declare c record;
begin
  for c in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name <> 'migration' order by table_name, ordinal_position
  loop
    execute format('alter table %I add constraint %I check (isfinite(%I))', c.table_name, c.table_name || '_' || c.column_name || '_finite', c.column_name);
  end loop;
end $$;
`;
