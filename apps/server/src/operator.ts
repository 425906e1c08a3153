/** Operator procedures on the command line: `npm run operator -- VERB '{json}'`. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { AppError } from '@quydoi/contract/errors';
import { operationProcedures } from '@quydoi/contract/operations';
import { readOwnOperator } from '@quydoi/database/repositories/audit';
import { bindOperations } from '@quydoi/exchange/operations/operations';
import { translate } from '@quydoi/messages/translate';
import { readConfig } from './config.ts';
import { readEnvironment } from './env.ts';
import { isVerb, meaningOf, usage, usageOf } from './operator-usage.ts';
import { openRole } from './role.ts';

const POOL_SIZE = 2;

/** Runs one procedure and prints its result as JSON. Exit code 1 when it is refused, 2 on wrong usage. */
async function run([verb, json = '{}']: readonly string[], as: string | undefined): Promise<number> {
  if (!isVerb(verb)) return misuse(verb === undefined ? usage() : `${usage()}\nThere is no verb ${verb}.`);
  const given = parseJson(json);
  if (given === undefined) return misuse(`This is not JSON: ${json}\n${usageOf(verb)}`);
  const withFile = await readGivenFile(given);
  if (withFile === null) return misuse('The file cannot be read.');
  const parsed = operationProcedures[verb].input.safeParse(withFile);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`);
    return misuse([...problems, usageOf(verb)].join('\n'));
  }
  const config = readConfig('operator', readEnvironment());
  if (as !== undefined && config.QUYDOI_MODE !== 'sandbox') return misuse('--as is for a sandbox: here everybody acts under their own name.');
  const role = await openRole('operator', { ...config, LOG_LEVEL: 'error' }, () => new Map(), POOL_SIZE);
  const name = (await readOwnOperator(role.ctx.orm)) ?? as ?? userInfo().username;
  const caller = {
    requestId: randomUUID(),
    locale: 'en',
    ip: '127.0.0.1',
    addressBlock: '127.0.0.1',
    deviceId: null,
    principal: { kind: 'operator', name },
    userAgent: null,
    orderKey: null,
    idempotencyKey: null,
  } as const;
  try {
    const answer = await (bindOperations(role.ctx)[verb] as (who: typeof caller, input: unknown) => Promise<unknown>)(caller, parsed.data);
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    const { proposal } = answer as { readonly proposal?: string };
    if (proposal) {
      const other = config.QUYDOI_MODE === 'sandbox' ? '--as NAME ' : '';
      process.stderr.write(`Not done yet: another operator has to confirm it: npm run operator -- ${other}confirmAct '{"id":"${proposal}"}'\n`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${error.code}: ${meaningOf(verb, error.code) ?? translate('en', `error.${error.code}`, error.params)}\n`);
    return 1;
  } finally {
    await role.ctx.orm.close(true);
  }
}

/** The input with a picture in place of the name of its file; null if the file cannot be read. */
async function readGivenFile(given: unknown): Promise<unknown> {
  if (typeof given !== 'object' || given === null || !('file' in given) || typeof given.file !== 'string') return given;
  const { file, ...others } = given;
  const image = await readFile(file, 'base64').catch(() => null);
  return image === null ? null : { ...others, image };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function misuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

const given = process.argv.slice(2);
process.exitCode = given[0] === '--as' ? await run(given.slice(2), given[1]) : await run(given, undefined);
