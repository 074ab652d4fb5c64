// Why something is changed: the audit trail keeps it.
import type { Field } from '../../components/forms/field.tsx'

export const REASON = {
  name: 'reason',
  label: 'Reason',
  maxLength: 200,
} as const satisfies Field
