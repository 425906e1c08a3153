import { ERROR_CODES } from '@quydoi/contract/errors';
import { IDEMPOTENCY_HOURS, IDEMPOTENCY_KEY_LENGTH_MIN } from '@quydoi/domain/constants';
import { LOCALE_CODES } from '@quydoi/domain/locales';
import { z } from 'zod';
import { REST_PATH } from './handler.ts';
import type { RestRoute } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

const IDEMPOTENCY_KEY = `Random text, such as a UUID: the same request under the same key makes one order within ${IDEMPOTENCY_HOURS} hours. Callers without a cookie need at least ${IDEMPOTENCY_KEY_LENGTH_MIN} characters.`;
const LANGUAGE = { name: 'lang', in: 'query', schema: { type: 'string', enum: LOCALE_CODES } };

/** The public API as an OpenAPI 3.1 document, generated from the schemas that parse its bodies. */
export function openApiDocument(routes: readonly RestRoute[]): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quy Đổi',
      version: '1',
      description: 'Bodies are JSON or form-urlencoded; field names match in any case. Amounts are exact decimals without exponent.',
    },
    paths: {
      [`${REST_PATH}/config-web`]: { post: configWebOperation() },
      ...pathsOf(routes),
    },
    components: { schemas: { Error: errorSchema() } },
  };
}

/** Operations by path: a path may have a GET and a POST. */
function pathsOf(routes: readonly RestRoute[]): Json {
  const byPath = Object.entries(Object.groupBy(routes, ({ path }) => path));
  return Object.fromEntries(byPath.map(([path, ofPath = []]) => [`${REST_PATH}/${path}`, operationsOf(ofPath)]));
}

function operationsOf(routes: readonly RestRoute[]): Json {
  return Object.fromEntries(routes.map((route) => (route.method === 'GET' ? ['get', query(route)] : ['post', operation(route)])));
}

function query(route: RestRoute): Json {
  const { properties = {} } = z.toJSONSchema(route.body, { io: 'input' });
  return {
    operationId: `list_${operationName(route)}`,
    summary: route.summary,
    parameters: [LANGUAGE, ...Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }))],
    responses: { 200: success(z.toJSONSchema(route.data)), default: failure() },
  };
}

function operationName({ path }: RestRoute): string {
  return path.replaceAll(/[-/]/g, '_');
}

function operation(route: RestRoute): Json {
  return {
    operationId: operationName(route),
    summary: route.summary,
    parameters: [
      LANGUAGE,
      { name: 'Idempotency-Key', in: 'header', description: IDEMPOTENCY_KEY, schema: { type: 'string', maxLength: 255 } },
      { name: 'X-Order-Key', in: 'header', schema: { type: 'string', maxLength: 128 } },
    ],
    requestBody: body(z.toJSONSchema(route.body, { io: 'input' })),
    responses: { 200: success(z.toJSONSchema(route.data)), default: failure() },
  };
}

function configWebOperation(): Json {
  return {
    operationId: 'config_web',
    summary: 'Site, banks and prices; with isGetAll "true" also recent trades and content.',
    requestBody: body({ type: 'object', properties: { isGetAll: { type: 'string', enum: ['true', 'false'] } } }),
    responses: { 200: success({ type: 'object' }), default: failure() },
  };
}

function body(schema: Json): Json {
  return { required: true, content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } };
}

function success(data: Json): Json {
  const envelope = {
    type: 'object',
    required: ['status', 'message', 'data'],
    properties: { status: { const: 'success' }, message: { type: 'string' }, data },
  };
  return { description: 'Success', content: { 'application/json': { schema: envelope } } };
}

function failure(): Json {
  return { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['status', 'error', 'message'],
    properties: {
      status: { const: 'error' },
      error: { type: 'string', enum: Object.keys(ERROR_CODES) },
      message: { type: 'string' },
      details: {},
      requestId: { type: 'string' },
    },
  };
}
