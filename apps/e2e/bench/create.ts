import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createDevices } from '@quydoi/api/http/device';
import { type Bench, compareAndProfile, freeLoad, pidOf } from './bench.ts';
import { clientRequest } from './client-request.ts';
import { rawRequest } from './http-request.ts';
import { runLoad, writeRequests } from './load.ts';
import type { Contender, Result } from './measure.ts';
import { addressOf, buyRequest, makeOrders, newCustomers, quantityOf, walletOf } from './orders.ts';
import { ACCOUNT_PAIRS, preparePlainTables, sixStatements } from './six-statements.ts';

/** Goals: now, and to come. */
const GOAL = 0.7;
const LATER_GOAL = 2;
/** Requests prepared per second of the first round; later rounds prepare the fastest rate so far times `HEADROOM`. */
const PER_SECOND_AT_FIRST = 12_000;
const HEADROOM = 1.5;
/** Orders that one browser makes: the most that may be open at once. */
const ORDERS_PER_DEVICE = 5;

/** Making orders over HTTP with every check, against pgbench writing the same rows. */
export async function measureCreate(bench: Bench): Promise<Result[]> {
  await makeOrders(bench, 1);
  await preparePlainTables(bench.exchange);
  const before = await countOrders(bench);
  const rest = creating(bench, 'REST', (customers) => customers.map((customer) => rawRequest(buyRequest(customer))));
  const trpc = creating(bench, 'tRPC', await browserRequests(bench));
  const contenders = [sixStatements(bench, 'pgbench', ACCOUNT_PAIRS), rest, trpc, sixStatements(bench, 'pgbench, one reserve', 1)];
  const results = await compareAndProfile(bench, contenders, 'pgbench', [
    { title: 'create, POST /api/v1/buy_orders', candidate: 'REST', base: 'pgbench', goal: GOAL },
    { title: 'create, tRPC as the web client', candidate: 'tRPC', base: 'pgbench', goal: GOAL },
    { title: `create (REST), goal to come`, candidate: 'REST', base: 'pgbench', goal: LATER_GOAL },
    { title: 'create (REST) on one reserve each', candidate: 'REST', base: 'pgbench, one reserve', goal: null },
  ]);
  const made = (await countOrders(bench)) - before;
  const answered = rest.answered() + trpc.answered();
  if (made < answered) throw new Error(`${answered} orders were answered, but only ${made} made`);
  return results;
}

async function countOrders({ exchange }: Bench): Promise<number> {
  const [row] = await exchange.sql<{ count: string }>('select count(*) from orders');
  return Number(row?.count);
}

type Creating = Contender & { answered(): number };

/** A transport over which new customers place one order each. */
function creating(bench: Bench, name: string, requestsOf: (customers: readonly number[]) => string[]): Creating {
  let file = '';
  let ready = 0;
  let fastest = PER_SECOND_AT_FIRST;
  let answered = 0;
  let isFirst = true;
  return {
    name,
    processes: { web: pidOf(bench, 'web'), postgres: pidOf(bench, 'postgres') },
    async prepare(seconds) {
      ready = Math.ceil(fastest * seconds * (isFirst ? 1 : HEADROOM));
      file = writeRequests(bench.folder, `create-${name}`, requestsOf(await newCustomers(bench, ready)));
    },
    async run(seconds) {
      const load = await runLoad(freeLoad(bench), bench.exchange.origin, file, seconds);
      if (load.requests >= ready) throw new Error(`${ready} requests were too few for ${seconds} s`);
      fastest = isFirst ? Math.max(load.perSecond, PER_SECOND_AT_FIRST / 4) : Math.max(fastest, load.perSecond);
      isFirst = false;
      answered += load.requests;
      return load;
    },
    answered: () => answered,
  };
}

/** The web client's requests, each from a browser with its cookies. */
async function browserRequests({ folder }: Bench): Promise<(customers: readonly number[]) => string[]> {
  const secret = parseEnv(readFileSync(join(folder, 'data', 'secrets', 'web.env'), 'utf8')).DEVICE_SECRET as string;
  const devices = createDevices(secret);
  const wallet = walletOf(0);
  const { method, path, headers, body } = await clientRequest(
    (client) =>
      client.orders.create.mutate(
        { kind: 'buy', from: 'vnd', to: 'pm', quantity: quantityOf(0), destination: wallet },
        { context: { idempotencyKey: 'to be set' } },
      ),
    { csrfToken: () => 'to be set', locale: () => 'vi' },
  );
  return (customers) =>
    customers.map((customer) => {
      const deviceId = devices.newId(`bench ${Math.floor(customer / ORDERS_PER_DEVICE)}`);
      const csrfToken = devices.csrfTokenOf(deviceId);
      const own = {
        cookie: `device=${devices.cookieOf(deviceId)}; XSRF-TOKEN=${csrfToken}; language=vi`,
        'x-xsrf-token': csrfToken,
        'idempotency-key': `bench-order-${walletOf(customer)}`,
        'x-forwarded-for': addressOf(customer),
      };
      return rawRequest({ method, path, headers: { ...headers, ...own }, body: (body ?? '').replaceAll(wallet, walletOf(customer)) });
    });
}
