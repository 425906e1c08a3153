import type { SeededRandom } from '../seeded-random.ts';
import type { Forger } from './catalogue.ts';
import { type Loot, newText, newUuid, type Row, type Statement } from './forged-rows.ts';
import type { RowWriter } from './row-writer.ts';

/** A forgery of several rows that agree with each other, so that the database's guards find nothing wrong with them. */
export interface Scheme {
  readonly by: Forger;
  readonly make: (random: SeededRandom, write: RowWriter, loot: Loot) => Statement[];
}

/** The schemes of a thief who has one of the two logins, and orders of his own. */
export const SCHEMES: Readonly<Record<string, Scheme>> = {
  'invented payment': {
    by: 'quydoi_worker',
    make: (random, write, loot) => {
      const [payment, order] = [rowOf(random, loot, 'payment'), rowOf(random, loot, 'orders', isUnpaid)];
      if (!payment || !order) return [];
      return [write.insert('payment', inventedPayment(random, payment, order, loot))];
    },
  },
  'payment told twice': {
    by: 'quydoi_worker',
    make: (random, write, loot) => {
      const [payment, order] = [rowOf(random, loot, 'payment', ({ state }) => state === 'matched'), rowOf(random, loot, 'orders', isUnpaid)];
      if (!payment || !order) return [];
      const again = { id: newUuid(random), occurrence: String(Number(payment.occurrence) + 1), state: 'unmatched', order_id: null, version: '1' };
      return [write.insert('payment', { ...payment, ...again, memo: order.ref, amount: order.amount_sent, recorded_at: loot.now.toISOString() })];
    },
  },
  'payment of another order': {
    by: 'quydoi_worker',
    make: (random, write, loot) => {
      const [payment, order] = [rowOf(random, loot, 'payment', ({ state }) => state === 'matched'), rowOf(random, loot, 'orders', isUnpaid)];
      if (!payment || !order) return [];
      const paid = { status: 'paid', reason: null, amount_paid: order.amount_sent, paid_at: loot.now.toISOString() };
      return [write.update('payment', payment, { order_id: order.id, state: 'matched' }), write.update('orders', order, paid)];
    },
  },
  'paid by nothing': {
    by: 'quydoi_worker',
    make: (random, write, loot) => {
      const order = rowOf(random, loot, 'orders', isUnpaid);
      if (!order) return [];
      return [write.update('orders', order, { status: 'paid', reason: null, amount_paid: order.amount_sent, paid_at: loot.now.toISOString() })];
    },
  },
  'payout again': {
    by: 'quydoi_worker',
    make: (random, write, loot) => {
      const payout = rowOf(random, loot, 'payout');
      if (!payout) return [];
      const fresh = freshPayout(random, payout, loot);
      const destination = random.oneIn(2) ? { destination: random.pick([...loot.accounts]) } : {};
      return [write.insert('payout', { ...payout, ...fresh, ...destination })];
    },
  },
  'refund of what was delivered': {
    by: 'quydoi_worker',
    make: (random, write, loot) => {
      const [payout, order] = [rowOf(random, loot, 'payout'), rowOf(random, loot, 'orders', ({ amount_paid }) => amount_paid !== '0')];
      if (!payout || !order) return [];
      const isDong = order.from_currency === 'vnd';
      const money = {
        network: order.pay_in_network,
        reserve: isDong ? 'vnd' : order.from_currency === 'pm' ? 'pm' : 'usdt-tron',
        currency: order.from_currency,
      };
      const refund = { ...money, obligation_kind: 'refund', obligation_id: order.id, order_id: order.id, part: '1', parts: '1', fee: '0' };
      const to = { destination: random.pick([...loot.accounts]), destination_bank: isDong ? 'vcb' : null };
      return [
        write.update('orders', order, { amount_refunded: order.amount_paid, reason: 'refunding' }),
        write.insert('payout', {
          ...payout,
          ...freshPayout(random, payout, loot),
          ...refund,
          ...to,
          amount: order.amount_paid,
          held: order.amount_paid,
        }),
        ...hold(random, String(money.reserve), String(order.amount_paid), String(order.id)),
      ];
    },
  },
  'better price': {
    by: 'quydoi_worker',
    make: (random, write, loot) => {
      const order = rowOf(random, loot, 'orders', isUnpaid);
      if (!order) return [];
      const less = BigInt(String(order.amount_sent)) / BigInt(random.int(2, 100));
      const other = rowOf(random, loot, 'orders') ?? order;
      const terms = random.pick<Row>([
        { amount_sent: String(less) },
        { rate: other.rate, rate_version: other.rate_version, amount_sent: String(less) },
        { amount_received: other.amount_received, quantity: other.quantity },
        { excess_quantity: String(random.int(1, 1_000)), excess_rate_version: other.rate_version, quantity: other.quantity },
      ]);
      return [write.update('orders', order, terms)];
    },
  },
  'diverted decision': {
    by: 'quydoi_web',
    make: (random, write, loot) => {
      const order = rowOf(random, loot, 'orders');
      if (!order) return [];
      const action = random.pick(['requestRefund', 'refundExcess', 'acceptRecalculation', 'cancel', 'supersede']);
      const params = { destination: random.pick([...loot.accounts]), destinationBank: 'vcb', offer: `${order.rate_version}-${order.amount_paid}` };
      const row = { id: newUuid(random), order_id: order.id, action, params, at: loot.now.toISOString(), handled_at: null, refusal: null };
      return [write.insert('order_request', row)];
    },
  },
  'order of a thief': {
    by: 'quydoi_web',
    make: (random, write, loot) => {
      const like = rowOf(random, loot, 'orders');
      if (!like) return [];
      const [id, ref] = [newUuid(random), newText(random)];
      const state = {
        version: '1',
        status: 'pending',
        reason: null,
        amount_paid: '0',
        amount_refunded: '0',
        paid_at: null,
        final_at: null,
        event_count: '1',
      };
      const fresh = { ...state, payout_reference: null, retry_at: null, excess_quantity: '0', excess_rate_version: null, holding: like.held };
      const times = { created_at: loot.now.toISOString(), expires_at: new Date(loot.now.getTime() + 1_800_000).toISOString() };
      const price = random.oneIn(2) ? { amount_sent: String(BigInt(String(like.amount_sent)) / 10n + 1n) } : {};
      return [
        write.insert('orders', { ...like, ...fresh, ...times, ...price, id, ref, destination: thiefAccount(random, loot, like) }),
        [
          'insert into order_event (order_id, n, code, params, actor, cause, at) values ($1, 1, $2, $3, $4, $5, $6)',
          [id, 'created', '{}', 'system', 'forged', times.created_at],
        ],
        ...hold(random, String(like.reserve), String(like.held), id),
      ];
    },
  },
  'lease of a paid address': {
    by: 'quydoi_web',
    make: (random, write, loot) => {
      const [lease, order] = [rowOf(random, loot, 'lease'), rowOf(random, loot, 'orders')];
      if (!lease || !order) return [];
      const at = new Date(loot.now.getTime() + random.int(-48, 1) * 3_600_000).toISOString();
      const times = Object.fromEntries(Object.keys(lease).flatMap((key) => (key.endsWith('_at') ? [[key, at]] : [])));
      return [write.insert('lease', { ...lease, ...times, order_id: order.id })];
    },
  },
};

function isUnpaid({ status }: Row): boolean {
  return status === 'pending';
}

function rowOf(random: SeededRandom, { others }: Loot, table: string, isWanted: (row: Row) => boolean = () => true): Row | null {
  const [first, ...rest] = (others.get(table) ?? []).filter(isWanted);
  return first ? random.pick([first, ...rest]) : null;
}

function thiefAccount(random: SeededRandom, { accounts }: Loot, { to_currency }: Row): string {
  const fitting = accounts.filter((account) => (to_currency === 'vnd' ? /^\d/ : to_currency === 'pm' ? /^U/ : /^T/).test(account));
  const [first, ...rest] = fitting.length > 0 ? fitting : accounts;
  return first === undefined ? accounts[0] : random.pick([first, ...rest]);
}

function inventedPayment(random: SeededRandom, like: Row, order: Row, { now }: Loot): Row {
  const reference = order.pay_in_network === 'tron' ? `${newUuid(random).replaceAll('-', '').repeat(2)}:0` : newText(random);
  const unit = order.from_currency === 'vnd' ? 'vnd' : order.from_currency === 'pm' ? 'pm' : 'usdt-tron';
  const identity = { id: newUuid(random), occurrence: '1', network: order.pay_in_network, account: order.pay_in_account, reference, unit };
  const at = now.toISOString();
  const state = { version: '1', state: 'unmatched', confirmed: true, order_id: null, customer_id: null, case_code: null, recorded_at: at };
  return { ...like, ...identity, ...state, amount: order.amount_sent, memo: order.ref, payer: order.sender, paid_at: at };
}

function freshPayout(random: SeededRandom, payout: Row, { now }: Loot): Row {
  const at = now.toISOString();
  const state = { version: '1', made_by: 'system', state: 'queued', tries: '0', expiries: '0', reference: null, waits_for: null };
  return { ...state, id: newUuid(random), seq: String(Number(payout.seq) + random.int(1, 50)), next_at: at, created_at: at };
}

/** A hold in the ledger, as the web and the worker make them. */
function hold(random: SeededRandom, reserve: string, amount: string, orderId: string): Statement[] {
  const id = newUuid(random);
  return [
    ["insert into posting (id, kind, order_id, at) values ($1, 'hold', $2, now())", [id, orderId]],
    [
      `insert into entry (posting_id, account_id, amount)
       select $1, a.id, x.amount from (values ('rail:' || $2::text, -$3::bigint), ('held:' || $2::text, $3::bigint)) x (name, amount) join account a on a.name = x.name`,
      [id, reserve, amount],
    ],
  ];
}
