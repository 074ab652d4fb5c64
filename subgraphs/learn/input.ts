// Input rules that @constraint in the SDL cannot express.
import { titleRule } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'

export const learnInput = readInput(new URL('schema.graphql', import.meta.url), {
  'AddCourseInput.title': titleRule,
  'UpdateCourseInput.title': titleRule,
  'AddLessonInput.title': titleRule,
  'UpdateLessonInput.title': titleRule,
})
