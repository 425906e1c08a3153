import { z } from 'zod';
import { NOW } from './views.ts';

/**
 * The smallest value that a schema of the contract accepts: empty text, zero, the first of an enumeration. Lets fakes answer procedures that no
 * test has written an answer for.
 * @throws TypeError for a schema it does not know
 */
export function sampleOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, sampleOf(field)]));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodVoid) return undefined;
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodDefault) return sampleOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] as z.core.$ZodType);
  if (schema instanceof z.ZodPipe) return sampleOf(schema.in);
  return sampleScalar(schema);
}

function sampleScalar(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodString) return ''.padEnd(schema.minLength ?? 0, 'x');
  if (schema instanceof z.ZodBase64) return 'AAAA';
  if (schema instanceof z.ZodISODateTime) return NOW.toISOString();
  if (schema instanceof z.ZodUUID) return '00000000-0000-4000-8000-000000000000';
  if (schema instanceof z.ZodNumber) return Math.max(0, schema.minValue ?? 0);
  if (schema instanceof z.ZodBigInt) return 0n;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodDate) return NOW;
  throw new TypeError(`No sample of ${schema._zod.def.type}`);
}
