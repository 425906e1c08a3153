import type { HttpBindings } from '@hono/node-server';
import { DAY_MS } from '@quydoi/domain/durations';
import type { Context } from 'hono';

const PERIOD_DAYS_MAX = 30;

/** A request of one of the pages. */
export type PerfectMoneyContext = Context<{ Bindings: HttpBindings }>;

/** Fields of a request by name. */
export type Fields = Readonly<Record<string, string>>;

/** Reads the fields of a request from its query and its form. */
export async function readFields(c: PerfectMoneyContext): Promise<Fields> {
  const body = c.req.method === 'POST' ? await c.req.parseBody() : {};
  const texts = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...c.req.query(), ...Object.fromEntries(texts) };
}

/** Whether a value passes a filter; an absent or empty one lets everything through. */
export function is(filter: string | undefined, value: string): boolean {
  return filter === undefined || filter === '' || filter === value;
}

/** The period of a list, from its first day's start until its last day's end in GMT; an error message if the date fields tell none. */
export function periodOf(fields: Fields): { readonly fromMs: number; readonly untilMs: number } | string {
  const fromMs = dayOf(fields, 'start');
  const to = dayOf(fields, 'end');
  if (fromMs === null || to === null || to < fromMs) return 'Invalid period';
  if (to - fromMs > PERIOD_DAYS_MAX * DAY_MS) return `Period between starting and ending date can not be more than ${PERIOD_DAYS_MAX} days`;
  return { fromMs, untilMs: to + DAY_MS };
}

/** Start of the day in the date fields, in GMT milliseconds; null if invalid. */
function dayOf(fields: Fields, prefix: 'start' | 'end'): number | null {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => Number(fields[`${prefix}${part}`] ?? Number.NaN)) as [number, number, number];
  const ms = Date.UTC(year, month - 1, day);
  return Number.isNaN(ms) || year < 2007 ? null : ms;
}
