import { refusalOf } from '@quydoi/client/errors';
import { PROFILE_FIELDS, type ProfileField } from '@quydoi/domain/customer/profile';

/** Fields of the profile that the server refused a change for; empty for other failures. */
export function refusedFieldsOf(error: unknown): readonly ProfileField[] {
  const refusal = refusalOf(error);
  if (refusal?.code !== 'VALIDATION_FAILED' || !isFieldDetails(refusal.details)) return [];
  const named = new Set(refusal.details.fields.map(({ field }) => field));
  return PROFILE_FIELDS.filter((field) => named.has(field));
}

interface FieldDetails {
  readonly fields: readonly { readonly field: string }[];
}

function isFieldDetails(details: unknown): details is FieldDetails {
  return details !== null && typeof details === 'object' && 'fields' in details && Array.isArray(details.fields);
}
