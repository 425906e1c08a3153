import { request } from 'node:http';
import { freePort } from '@quydoi/database/embedded/free-port';
import pino from 'pino';
import { expect, test } from 'vitest';
import { serveMetrics } from '../src/telemetry/metrics-server.ts';
import { createTelemetry } from '../src/telemetry/telemetry.ts';

const silent = pino({ level: 'silent' });

/** Status and body of a request to this machine under a host name. */
function ask(port: number, path: string, host = `127.0.0.1:${port}`): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .once('error', reject)
      .end();
  });
}

test('a role’s metrics are served on its own port, to who asks this machine by its own name', async () => {
  const port = await freePort();
  const { registry, port: telemetry } = createTelemetry('worker', silent);
  telemetry.refused('payout_evidence');
  const server = serveMetrics(registry, port, silent);
  try {
    const { status, body } = await ask(port, '/metrics');
    expect(status).toBe(200);
    expect(body).toContain('quydoi_security_refusals_total{class="payout_evidence",role="worker"} 1');
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds{role="worker"}');
    expect((await ask(port, '/metrics', 'rebound.example')).status).toBe(404);
    expect((await ask(port, '/')).status).toBe(404);
  } finally {
    await server.close();
  }
});

test('a port that is taken is waited for, and stops nothing else', async () => {
  const port = await freePort();
  const { registry } = createTelemetry('worker', silent);
  const first = serveMetrics(registry, port, silent);
  const second = serveMetrics(registry, port, silent);
  expect((await ask(port, '/metrics')).status).toBe(200);
  await second.close();
  await first.close();
});
