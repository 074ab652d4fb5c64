// What a lesson says, and what may be wrong with it: the same for mutations and for content files.
import { titleIssues } from '#foundation/domain/bounds.ts'
import type { Patch } from '#foundation/domain/changes.ts'
import type { Issue } from '#foundation/domain/errors.ts'

export interface LessonFields {
  title: string
  text: string
}

export const LESSON_BOUNDS = { title: { most: 200 }, text: { most: 50_000 } } as const

/** What is wrong with those that are there. A text may be empty. */
export function lessonIssues({ title, text }: Patch<LessonFields>): Issue[] {
  const { most } = LESSON_BOUNDS.text
  const isTooLong = typeof text === 'string' && Array.from(text).length > most
  return [
    ...(typeof title === 'string' ? titleIssues('title', title, LESSON_BOUNDS.title.most) : []),
    ...(isTooLong ? [{ field: 'text', reason: `must have at most ${most} characters` }] : []),
  ]
}
