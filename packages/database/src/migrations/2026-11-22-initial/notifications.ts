/** One notification per statement. Listeners treat it as a hint: they re-read, and poll once a second anyway. */
export const NOTIFICATIONS = `
create function notify_topic() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end $$;
create trigger notify_setting after insert on setting for each statement execute function notify_topic('setting');
create trigger notify_request after insert on order_request for each statement execute function notify_topic('order_request');
create trigger notify_claim after insert on payment_claim for each statement execute function notify_topic('payment_claim');
create trigger notify_payment after insert on payment for each statement execute function notify_topic('payment');
create trigger notify_first_hand after insert on first_hand_payment for each statement execute function notify_topic('first_hand');
create trigger notify_payout after insert on payout for each statement execute function notify_topic('payout');
-- A payout whose money was confirmed is due at once.
create trigger notify_confirmed after update on payout
  for each row when (old.waits_for = 'confirmation' and new.state = 'queued' and new.next_at <= old.next_at) execute function notify_topic('payout');
create trigger notify_lookup after insert or update on lookup for each statement execute function notify_topic('lookup');

-- With the sources that were called: some role reads only the lists that they tell of.
create function notify_webhook() returns trigger language plpgsql as $$
begin
  perform pg_notify('webhook', string_agg(distinct source, ',')) from added;
  return null;
end $$;
create trigger notify_webhook after insert on webhook referencing new table as added for each statement execute function notify_webhook();

create function notify_orders() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', string_agg(ref, ',')) from changed;
  -- Payouts start from this status alone, and most updates of orders are of other ones.
  if exists (select from changed where status = 'paid') then
    perform pg_notify('order_paid', '');
  end if;
  return null;
end $$;
create trigger notify_orders after update on orders referencing new table as changed for each statement execute function notify_orders();

-- The page of an order tells that its refund waits for an operator; an approved payout is due at once.
create function notify_approval() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', o.ref) from orders o where o.id = new.order_id;
  perform pg_notify('payout', '');
  return null;
end $$;
create trigger notify_approval after update on payout
  for each row when ((old.waits_for is not distinct from 'approval') <> (new.waits_for is not distinct from 'approval')) execute function notify_approval();
`;
