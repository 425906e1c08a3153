/** Triggers that reject changes, deletions and truncation, also by the owner. Reviews may change their status but are never deleted. */
export const APPEND_ONLY = `
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'QD006';
end $$;
create trigger append_only before update or delete or truncate on entry for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on posting for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on order_event for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on setting for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on audit for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on seal for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on broken_seal for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on attempt_transfer for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on attempt_code for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on lease for each statement execute function refuse_change();
create trigger append_only before delete or truncate on first_hand_payment for each statement execute function refuse_change();
-- Who paid, and with what words, is erased when its time is over; what was paid stays, so that it never pays twice.
create trigger erased_only before update on first_hand_payment for each row when (
  new.memo <> '' or new.payer is not null
  or (new.network, new.source, new.source_id, new.account, new.reference, new.unit, new.amount, new.paid_at, new.read_at, new.reading, new.code, new.words_code)
    is distinct from
    (old.network, old.source, old.source_id, old.account, old.reference, old.unit, old.amount, old.paid_at, old.read_at, old.reading, old.code, old.words_code)
) execute function refuse_change();
create trigger append_only before update or delete or truncate on payment_use for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on review_decision for each statement execute function refuse_change();
create trigger keep_reviews before delete or truncate on review for each statement execute function refuse_change();
`;
