// Turns errors of the domain into sentences next to the fields of a form.
import { DomainError, issuesOf } from '#foundation/domain/errors.ts'

/** Sentences by field. @throws any other error */
export function fieldErrors<Field extends string>(
  error: unknown,
  labels: Readonly<Record<Field, string>>,
): { errors: Partial<Record<Field, string>> } {
  const issues = error instanceof DomainError ? issuesOf(error) : []
  if (issues.length === 0) throw error
  const sentences = issues.map(({ field, reason }) => {
    const label = labels[field as Field]
    // A reason in capitals is a code, whose error has a sentence of its own.
    const sentence = /^[A-Z_]+$/.test(reason) ? (error as Error).message : `${label} ${reason}.`
    return [field, sentence]
  })
  return { errors: Object.fromEntries(sentences) as Partial<Record<Field, string>> }
}
