import { Histogram, type Registry } from 'prom-client';

/** A finished provider call. */
export interface RailCall {
  readonly rail: string;
  /** Path of the rail's method: `payouts.send`. */
  readonly method: string;
  /** The result's own state (`accepted`, `paid`, `found` …), `ok` where it has none, or the trouble of the `RailError`. */
  readonly outcome: string;
  readonly durationMs: number;
}

const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Measures rail calls. */
export function createRailCallObserver(registry: Registry): (call: RailCall) => void {
  const calls = new Histogram({
    name: 'quydoi_rail_call_seconds',
    help: 'Duration of calls of providers by outcome.',
    labelNames: ['rail', 'method', 'outcome'],
    buckets: CALL_SECONDS,
    registers: [registry],
  });
  return ({ rail, method, outcome, durationMs }) => calls.observe({ rail, method, outcome }, durationMs / 1_000);
}

/**
 * Wraps a rail so that every asynchronous call is observed; results and errors pass through unchanged. Knows nothing of what rails offer:
 * functions in plain objects and lists are wrapped wherever they stand, so new capabilities are measured by themselves.
 */
export function instrumentRail<R extends { readonly code: string }>(rail: R, observe: (call: RailCall) => void, nowMs: () => number): R {
  const wrapped = new WeakMap<object, object>();

  function wrap(value: unknown, path: string): unknown {
    // List items are labelled by name where they have one, since positions change.
    if (Array.isArray(value)) return value.map((item, index) => wrap(item, `${path}.${stateOf(item, 'name') ?? index}`));
    if (!isPlain(value)) return value;
    const known = wrapped.get(value);
    if (known) return known;
    const copy: Record<string, unknown> = {};
    wrapped.set(value, copy);
    for (const [key, member] of Object.entries(value)) {
      const memberPath = path === '' ? key : `${path}.${key}`;
      copy[key] = typeof member === 'function' ? observed(member.bind(value) as AnyFunction, memberPath) : wrap(member, memberPath);
    }
    return copy;
  }

  function observed(call: AnyFunction, method: string): AnyFunction {
    return (...input) => {
      const startedMs = nowMs();
      const result = call(...input);
      if (!(result instanceof Promise)) return result;
      const end = (outcome: string) => observe({ rail: rail.code, method, outcome, durationMs: nowMs() - startedMs });
      return result.then(
        (value) => {
          end(stateOf(value, 'state') ?? 'ok');
          return value;
        },
        (error: unknown) => {
          end(stateOf(error, 'trouble') ?? 'error');
          throw error;
        },
      );
    };
  }

  return wrap(rail, '') as R;
}

type AnyFunction = (...input: unknown[]) => unknown;

function isPlain(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function stateOf(value: unknown, key: string): string | null {
  const state: unknown = value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined;
  return typeof state === 'string' ? state : null;
}
