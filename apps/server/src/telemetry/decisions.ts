import type { ChangeObserver } from '@quydoi/database/change-observer';
import type { Change } from '@quydoi/domain/change';
import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import { endedStages } from './order-stages.ts';

/** Buckets from immediate stages to chains that take an hour. */
const STAGE_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];

/** Logs every committed decision about an order, counts it, and measures the stages that its money has passed. */
export function createDecisionObserver(registry: Registry, logger: Logger): ChangeObserver {
  const stages = new Histogram({
    name: 'quydoi_order_stage_seconds',
    help: 'Duration of each stage of the way from a payment to its payout.',
    labelNames: ['stage'],
    buckets: STAGE_SECONDS,
    registers: [registry],
  });
  const events = new Counter({
    name: 'quydoi_order_events_total',
    help: 'Events of orders by code.',
    labelNames: ['code'],
    registers: [registry],
  });
  return (changes, at) => {
    try {
      for (const change of changes) {
        for (const { stage, ms } of endedStages(change, at)) stages.observe({ stage }, ms / 1_000);
        for (const { code } of change.events) events.inc({ code });
        const decision = decisionOf(change);
        if (decision) logger.info(decision, 'decision');
      }
    } catch (error) {
      // The change is committed: a telemetry failure must not fail the operation.
      logger.error({ error: String(error) }, 'decision not observed');
    }
  };
}

/** A decision as it is logged. The order's reference is a key to its page and its event parameters hold amounts: neither is written. */
function decisionOf({ order, events }: Change): object | null {
  const [first] = events;
  if (!order || !first) return null;
  const { id, status, reason } = order.after;
  return {
    order: id,
    from: order.before?.status ?? null,
    to: status,
    reason,
    events: events.map(({ code }) => code),
    actor: first.actor.startsWith('operator:') ? 'operator' : first.actor,
    cause: first.cause,
  };
}
