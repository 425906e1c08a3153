import type { Metric, MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

/** Series of one route and status: how many requests ended within each bucket, and their time in all. */
interface Series {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly counts: number[];
  sumSeconds: number;
}

/** Records a request's duration. */
export type RequestTimer = (transport: string, method: string, route: string, status: number, seconds: number) => void;

/**
 * Histogram of requests whose recording is two look-ups and an addition: prom-client's own sorts, hashes and checks the labels of each
 * observation, which a poll, answered in a few microseconds, would feel.
 */
export function createRequestHistogram(registry: Registry, name: string, help: string, bucketSeconds: readonly number[]): RequestTimer {
  const byRoute = new Map<string, Map<string, Series[]>>();

  function addSeries(transport: string, method: string, route: string, status: number): Series {
    const methods = byRoute.get(route) ?? new Map<string, Series[]>();
    byRoute.set(route, methods);
    const list = methods.get(method) ?? [];
    methods.set(method, list);
    const counts = Array.from({ length: bucketSeconds.length + 1 }, () => 0);
    const series: Series = { labels: { transport, method, route, status }, counts, sumSeconds: 0 };
    list.push(series);
    return series;
  }

  const all = () => [...byRoute.values()].flatMap((methods) => [...methods.values()].flat());
  const get = async (): Promise<MetricObjectWithValues<MetricValue<string>>> =>
    ({ name, help, type: 'histogram', aggregator: 'sum', values: all().flatMap((series) => valuesOf(name, series, bucketSeconds)) }) as never;
  registry.registerMetric({ name, help, get, reset: () => byRoute.clear() } as unknown as Metric);

  return (transport, method, route, status, seconds) => {
    // A route and method have few statuses: a list is searched faster than a key is made.
    const known = byRoute
      .get(route)
      ?.get(method)
      ?.find(({ labels }) => labels.status === status);
    const series = known ?? addSeries(transport, method, route, status);
    const bucket = bucketSeconds.findIndex((limit) => seconds <= limit);
    const at = bucket < 0 ? bucketSeconds.length : bucket;
    series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sumSeconds += seconds;
  };
}

/** A series as Prometheus writes histograms: buckets count everything up to their limit. */
function valuesOf(name: string, { labels, counts, sumSeconds }: Series, bucketSeconds: readonly number[]): object[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bucketSeconds[index] ?? '+Inf' }, value: total };
  });
  return [...buckets, { metricName: `${name}_sum`, labels, value: sumSeconds }, { metricName: `${name}_count`, labels, value: total }];
}
