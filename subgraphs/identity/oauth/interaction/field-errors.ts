// Errors of the domain, as sentences beside the fields of a form.
import { DomainError, issuesOf } from '#foundation/domain/errors.ts'

/** By field, as whole sentences. @throws any other error */
export function fieldErrors<Field extends string>(
  error: unknown,
  labels: Readonly<Record<Field, string>>,
): { errors: Partial<Record<Field, string>> } {
  const issues = error instanceof DomainError ? issuesOf(error) : []
  if (issues.length === 0) throw error
  const sentences = issues.map(({ field, reason }) => {
    const label = labels[field as Field]
    // A rule of the domain has a sentence of its own, and a code for a reason.
    const sentence = /^[A-Z_]+$/.test(reason) ? (error as Error).message : `${label} ${reason}.`
    return [field, sentence]
  })
  return { errors: Object.fromEntries(sentences) as Partial<Record<Field, string>> }
}
