// The enrollments of a person: exported with the titles of courses and lessons, and erased when they leave.
import { sql, type Kysely } from 'kysely'
import { pagesOf } from '#foundation/database/person-rows.ts'
import { eraseKeys, exportKeys } from '#foundation/idempotency/erased-keys.ts'
import { eraseFromAudit } from '#foundation/peers/audit-erasure.ts'
import type { PersonalData } from '#foundation/service/personal-data.ts'
import type { LearnContext } from '../context.ts'
import type { LearnTables } from '../tables.ts'

export const personalData: PersonalData<LearnContext> = {
  async *exportPerson({ db }, identityId) {
    yield* enrollments(db, identityId)
    yield* exportKeys(db, identityId)
  },

  /** Nothing counts the people of a course. */
  async erasePerson({ db }, erasure) {
    while (await eraseEnrollment(db, erasure.identityId));
    await eraseFromAudit(db, erasure)
    await eraseKeys(db, erasure.identityId)
  },
}

/** Each with the lessons that the person has completed. */
function enrollments(db: Kysely<LearnTables>, identityId: string) {
  const own = db
    .selectFrom('enrollments')
    .innerJoin('courses', 'courses.id', 'courseId')
    .select(['enrollments.id', 'courseId', 'courses.title as course', 'status', 'enrolledAt'])
    .select(['lessonsCompleted', 'enrollments.skillPoints', 'completedAt', 'leftAt'])
    .select(COMPLETED_LESSONS.as('lessons'))
    .where('identityId', '=', identityId)
  return pagesOf('enrollments', own, { key: ['courseId'], atOnce: 20 })
}

const COMPLETED_LESSONS = sql<object[]>`array(
  select jsonb_build_object('lesson', lesson, 'title', title, 'completedAt', completion.completed_at)
  from lesson_completions as completion left join lessons on lessons.id = lesson_id
  where enrollment_id = enrollments.id order by completion.completed_at, lesson
)`

/**
 * One of a person's enrollments, with its lessons. Retiring a lesson locks all enrollments of a course: whoever
 * held several of different courses could deadlock with it. Returns false when there is none.
 */
function eraseEnrollment(db: Kysely<LearnTables>, identityId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const enrollment = await trx
      .selectFrom('enrollments')
      .select('id')
      .where('identityId', '=', identityId)
      .orderBy('courseId')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!enrollment) return false
    await trx.deleteFrom('lessonCompletions').where('enrollmentId', '=', enrollment.id).execute()
    await trx.deleteFrom('enrollments').where('id', '=', enrollment.id).execute()
    return true
  })
}
