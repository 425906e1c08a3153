import { ERROR_CODES } from '@quydoi/contract/errors';
import { LOCALE_CODES } from '@quydoi/domain/locales';
import { z } from 'zod';
import { REST_PATH } from './handler.ts';
import type { RestRoute } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

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
      ...Object.fromEntries(routes.map((route) => [`${REST_PATH}/${route.path}`, { post: operation(route) }])),
    },
    components: { schemas: { Error: errorSchema() } },
  };
}

function operation(route: RestRoute): Json {
  return {
    operationId: route.path.replaceAll(/[-/]/g, '_'),
    summary: route.summary,
    parameters: [
      { name: 'lang', in: 'query', schema: { type: 'string', enum: LOCALE_CODES } },
      { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } },
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
