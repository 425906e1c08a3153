/** The order lifecycle as rows, read by the order guard. */
export const TRANSITIONS = `
create table order_transition (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into order_transition (from_status, to_status) values
  ('pending', 'verifying_transaction'), ('pending', 'paid'), ('pending', 'cancelled'), ('pending', 'ERROR_EVOUCHER'),
  ('ERROR_EVOUCHER', 'paid'), ('ERROR_EVOUCHER', 'verifying_transaction'), ('ERROR_EVOUCHER', 'cancelled'),
  ('verifying_transaction', 'pending'), ('verifying_transaction', 'paid'), ('verifying_transaction', 'cancelled'), ('verifying_transaction', 'forged'),
  ('paid', 'delivering'), ('paid', 'handmake'),
  ('delivering', 'waitingotp'), ('delivering', 'delivered'), ('delivering', 'retry_scheduled'), ('delivering', 'error'),
  ('waitingotp', 'delivering'), ('waitingotp', 'retry_scheduled'), ('waitingotp', 'error'), ('waitingotp', 'handmake'),
  ('retry_scheduled', 'delivering'), ('retry_scheduled', 'error'),
  ('error', 'delivered'), ('error', 'delivering'), ('error', 'handmake'), ('error', 'cancelled'),
  ('handmake', 'delivered'), ('handmake', 'cancelled'),
  ('delivered', 'error'),
  ('cancelled', 'paid'), ('cancelled', 'verifying_transaction'), ('cancelled', 'error');
`;
