/** Operator procedures on the command line: `npm run operator -- VERB '{json}'`. */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { AppError } from '@quydoi/contract/errors';
import { operationProcedures } from '@quydoi/contract/operations';
import { bindOperations } from '@quydoi/exchange/operations/operations';
import { translate } from '@quydoi/messages/translate';
import { readConfig } from './config.ts';
import { readEnvironment } from './env.ts';
import { openRole } from './role.ts';

type Verb = keyof typeof operationProcedures;

const POOL_SIZE = 2;

/** Runs one procedure and prints its result as JSON. Exit code 1 when it is refused, 2 on wrong usage. */
async function run(verb: string | undefined, json: string): Promise<number> {
  if (verb === undefined || !Object.hasOwn(operationProcedures, verb)) return misuse(`Verbs: ${Object.keys(operationProcedures).join(', ')}`);
  const parsed = operationProcedures[verb as Verb].input.safeParse(parseJson(json));
  if (!parsed.success) return misuse(parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`).join('\n'));
  const role = await openRole('operator', { ...readConfig('operator', readEnvironment()), LOG_LEVEL: 'error' }, () => new Map(), POOL_SIZE);
  const caller = {
    requestId: randomUUID(),
    locale: 'en',
    ip: '127.0.0.1',
    addressBlock: '127.0.0.1',
    deviceId: null,
    principal: { kind: 'operator', name: userInfo().username },
    orderKey: null,
    idempotencyKey: null,
  } as const;
  try {
    const answer = await (bindOperations(role.ctx)[verb as Verb] as (who: typeof caller, input: unknown) => Promise<unknown>)(caller, parsed.data);
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${error.code}: ${translate('en', `error.${error.code}`, error.params)}\n`);
    return 1;
  } finally {
    await role.ctx.orm.close(true);
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function misuse(message: string): number {
  process.stderr.write(`Usage: npm run operator -- VERB '{json}'\n${message}\n`);
  return 2;
}

process.exitCode = await run(process.argv[2], process.argv[3] ?? '{}');
