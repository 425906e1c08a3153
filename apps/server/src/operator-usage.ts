import type { ErrorCode } from '@quydoi/contract/errors';
import { operationProcedures } from '@quydoi/contract/operations';
import type { Procedure, SecondOperator } from '@quydoi/contract/procedure';
import { z } from 'zod';

/** Name of an operator procedure. */
export type Verb = keyof typeof operationProcedures;

const USAGE = `Usage: npm run operator -- VERB '{json}'
Where a verb takes an "image", give its "file": the path of a PNG, JPEG or SVG.
Only in a sandbox, to be somebody else: npm run operator -- --as NAME VERB '{json}'`;

const CONFIRMED: Readonly<Record<SecondOperator, string>> = {
  worth: 'confirmed by another operator if worth more than the limit, with all that you did alone in 24 hours',
  rate: 'confirmed by another operator if a price moves by more than the limit within 24 hours',
  always: 'always confirmed by another operator',
};

const NO_PROPOSAL = 'No such proposal waits: it was confirmed or rejected, or it is older than a day.';

/** What a refusal means for one verb, where the message for everybody does not say it. */
const MEANINGS: Partial<Record<`${Verb} ${ErrorCode}`, string>> = {
  'confirmAct FORBIDDEN': 'You proposed it yourself: another operator has to confirm it.',
  'confirmAct NOT_FOUND': NO_PROPOSAL,
  'rejectAct NOT_FOUND': NO_PROPOSAL,
  'setDocStatus NOT_FOUND': 'There is no such customer, or another submission waits than the one that is named: look again (readIdentity).',
  'acceptDifference NOT_FOUND': 'No difference of this balance was found by two checks in a row.',
};

/** Whether a text is the name of an operator procedure. */
export function isVerb(text: string | undefined): text is Verb {
  return text !== undefined && Object.hasOwn(operationProcedures, text);
}

/** How the command line is used, and all verbs with what they take and who confirms them. */
export function usage(): string {
  const lines = Object.entries(operationProcedures as Readonly<Record<string, Procedure>>).map(([verb, { secondOperator, input }]) => {
    const takes = shapeOf(input);
    return `  ${verb}${takes === '{}' ? '' : ` ${takes}`}${secondOperator ? `\n      ${CONFIRMED[secondOperator]}` : ''}`;
  });
  return [USAGE, 'Verbs:', ...lines].join('\n');
}

/** What a verb takes. */
export function usageOf(verb: Verb): string {
  return `${verb} takes ${shapeOf(operationProcedures[verb].input)}`;
}

/** What a refusal of a verb means for its operator; null where the message for everybody says it. */
export function meaningOf(verb: Verb, code: ErrorCode): string | null {
  return MEANINGS[`${verb} ${code}`] ?? (code === 'VALIDATION_FAILED' ? `A value is not possible here. ${usageOf(verb)}` : null);
}

interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** The JSON that a schema accepts, as an operator would write it: `{"code": string, "fee"?: string}`. */
function shapeOf(schema: z.ZodType): string {
  return textOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);
}

function textOf({ type, enum: values, anyOf, items, properties, required = [] }: Shape): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map(textOf).join(' | ');
  if (items) return `[${textOf(items)}, …]`;
  if (!properties) return type ?? 'any';
  const fields = Object.entries(properties).map(([name, field]) => `"${name}"${required.includes(name) ? '' : '?'}: ${textOf(field)}`);
  return `{${fields.join(', ')}}`;
}
