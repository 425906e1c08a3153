/**
 * What each verb of operators may write: the relation, and where rows of a relation differ in kind (settings, postings), the kinds. A verb that is not
 * here writes nothing. \`always_two\`: the verb is only ever carried out as another operator's proposal.
 */
export const OPERATOR_RIGHTS = `
create table operator_verb (
  verb text primary key,
  always_two boolean not null default false
);
insert into operator_verb (verb, always_two) values
  ('setRate', false), ('setPair', false), ('derivePair', false), ('setRail', false), ('switchCurrency', false), ('setCollectionAccount', true), ('setSecondOperator', true),
  ('setPayoutCap', true), ('acceptDifference', true), ('adjustReserve', false), ('transferReserve', false), ('resolveError', false),
  ('recordManualPayout', false), ('attachPayment', false), ('refundPayment', false), ('refundOrder', false), ('clearRisk', false),
  ('markForged', false), ('approvePayout', false), ('refusePayout', false), ('moderateReview', false), ('resolveException', false),
  ('answerClaim', false), ('readPayment', false), ('confirmAct', false), ('rejectAct', false);

create table operator_right (
  verb text not null references operator_verb,
  relation text not null,
  -- Empty where rows of the relation do not differ in kind.
  kind text not null default '',
  primary key (verb, relation, kind)
);
insert into operator_right (verb, relation, kind) values
  ('setRate', 'setting', 'buy'), ('setRate', 'setting', 'sell'), ('setRate', 'setting', 'pair'),
  ('setPair', 'setting', 'pair'), ('derivePair', 'setting', 'pair'),
  ('setRail', 'setting', 'rail'), ('setRail', 'setting', 'suspension'), ('switchCurrency', 'setting', 'currency'),
  ('setCollectionAccount', 'setting', 'collection'), ('setSecondOperator', 'setting', 'secondOperator'), ('setPayoutCap', 'setting', 'payout-cap'),
  ('acceptDifference', 'setting', 'accepted-difference'), ('acceptDifference', 'setting', 'suspension'),
  ('adjustReserve', 'posting', 'adjust'), ('adjustReserve', 'entry', ''),
  ('transferReserve', 'posting', 'transfer'), ('transferReserve', 'entry', ''),
  ('moderateReview', 'review', ''), ('moderateReview', 'review_decision', ''),
  ('resolveException', 'reconciliation_exception', ''), ('readPayment', 'reading_request', ''),
  ('answerClaim', 'payment_claim', ''), ('answerClaim', 'orders', ''), ('answerClaim', 'order_event', '');
-- Verbs about one order: they write that order's rows alone.
insert into operator_right (verb, relation, kind)
  select v.verb, r.relation, r.kind from unnest(array[
    'resolveError', 'recordManualPayout', 'attachPayment', 'refundPayment', 'refundOrder', 'clearRisk', 'markForged', 'approvePayout', 'refusePayout'
  ]) v (verb) cross join (values
    ('orders', ''), ('order_event', ''), ('payment', ''), ('payout', ''), ('entry', ''), ('posting', 'rehold'), ('posting', 'release'),
    ('posting', 'match'), ('posting', 'payout'), ('posting', 'fee'), ('posting', 'refund')
  ) r (relation, kind);
insert into operator_right (verb, relation, kind) values ('markForged', 'posting', 'adjust');
`;
