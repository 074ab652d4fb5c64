// Exports a person's enrollments with the titles of courses and lessons, and erases them.
import { sql, type Kysely } from 'kysely'
import { pagesOf } from '#foundation/database/people/person-rows.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import { eraseEvents } from '#foundation/events/erased-events.ts'
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

  /** Deletes enrollments; no count of enrolled people needs an update. */
  async erasePerson({ db }, erasure) {
    while (await eraseEnrollment(db, erasure.identityId));
    await eraseFromAudit(db, erasure)
    await eraseKeys(db, erasure.identityId)
    await eraseEvents(db, erasure)
  },
}

/** The person's enrollments, each with the completed lessons. */
function enrollments(db: Kysely<LearnTables>, identityId: string) {
  const own = db
    .selectFrom('enrollments')
    .innerJoin('courses', 'courses.id', 'courseId')
    .select(['enrollments.id', 'courseId', 'courses.title as course', 'status', 'enrolledAt'])
    .select(['lessonsCompleted', 'enrollments.skillPoints', 'completedAt', 'leftAt'])
    .select(COMPLETED_LESSONS.as('lessons'))
    .where('identityId', '=', identityId)
  return pagesOf('enrollments', readsAlone(own), { key: ['courseId'], atOnce: 20 })
}

const COMPLETED_LESSONS = sql<object[]>`array(
  select jsonb_build_object('lesson', lesson, 'title', title, 'completedAt', completion.completed_at)
  from lesson_completions as completion left join lessons on lessons.id = lesson_id
  where enrollment_id = enrollments.id order by completion.completed_at, lesson
)`

/**
 * Erases one of a person's enrollments, with its lessons. Returns false if there is none. One at a time,
 * because retiring a lesson locks all enrollments of a course: holding several could deadlock with it.
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
