import { resolve } from 'node:path';

const PORT_MAX = 65_535;
/** From the site's port to the first one of the metrics: 3200 for 3000. */
const METRICS_PORT_OFFSET = 200;

/** Launch options of `npm start`, all with defaults. */
export type LaunchOptions = {
  dataDir: string;
  port: number;
  sandboxPort: number;
  /** The sandbox's mail server. */
  smtpPort: number;
  /** First of the ports where the roles serve their metrics, one after the other. */
  metricsPort: number;
  /** Owner URL of an external PostgreSQL server, used instead of the embedded one. */
  databaseUrl: string | undefined;
  logLevel: string | undefined;
};

/** Reads PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT, METRICS_PORT, QUYDOI_DATA, DATABASE_URL and LOG_LEVEL. Throws with every fault found. */
export function readLaunchOptions(env: NodeJS.ProcessEnv, rootDir: string): LaunchOptions {
  const faults: string[] = [];
  const port = readPort(env, 'PORT', 3000, faults);
  const sandboxPort = readPort(env, 'SANDBOX_PORT', 3100, faults);
  const smtpPort = readPort(env, 'SANDBOX_SMTP_PORT', 3125, faults);
  const metricsPort = readPort(env, 'METRICS_PORT', defaultMetricsPort(port), faults);
  if (port === sandboxPort) faults.push(`PORT and SANDBOX_PORT are both ${port}`);
  if (env.DATABASE_URL && !/^postgres(ql)?:\/\/\S+$/.test(env.DATABASE_URL)) faults.push('DATABASE_URL is not a postgres:// URL');
  if (faults.length > 0) throw new Error(faults.join('; '));
  return {
    dataDir: resolve(rootDir, env.QUYDOI_DATA || '.data'),
    port,
    sandboxPort,
    smtpPort,
    metricsPort,
    databaseUrl: env.DATABASE_URL || undefined,
    logLevel: env.LOG_LEVEL || undefined,
  };
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number, faults: string[]): number {
  const text = env[name] || String(fallback);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > PORT_MAX) faults.push(`${name} is not a port: ${text}`);
  return port;
}

function defaultMetricsPort(port: number): number {
  return port + 2 * METRICS_PORT_OFFSET <= PORT_MAX ? port + METRICS_PORT_OFFSET : port - METRICS_PORT_OFFSET;
}
