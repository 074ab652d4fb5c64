// Enrollments: one per person and course, visible only to that person.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { ANY_ID, once, placeholder } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { createKeyLoader } from '#foundation/database/reads/key-loader.ts'
import { createPageLoader, edgeOf } from '#foundation/database/lists/pagination.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { LearnContext } from '../context.ts'
import type { Course, Enrollment, LearnTables } from '../tables.ts'
import { countLessons } from './completion.ts'
import { getCourse, lockCourseForShare } from './course.ts'

export interface EnrollmentResult {
  /** Whether the enrollment is new. */
  created: boolean
  enrollment: Enrollment
}

/**
 * Enrolls the caller, or returns the existing enrollment. A person who has left resumes where they were. A retired
 * course takes no new enrollments. @throws NOT_FOUND
 */
export async function enroll(ctx: LearnContext, courseId: string): Promise<EnrollmentResult> {
  const key = { identityId: requireIdentity(ctx), courseId }
  const result = await ctx.db.transaction().execute(async (trx) => {
    const course = await lockCourseForShare(trx, courseId)
    const isOpen = course.retiredAt === null
    const enrolled = isOpen ? await insertEnrollment(trx, key, ctx.now()) : undefined
    if (enrolled) return { created: true, enrollment: enrolled }
    const known = await ofKey(trx, key).forUpdate().executeTakeFirst()
    if (known && known.leftAt === null) return { created: false, enrollment: known }
    if (!known || !isOpen) throw notFound('Course', courseId)
    return { created: true, enrollment: await resume(trx, known, course, ctx.now()) }
  })
  ctx.loaders.enrollment.clear(key)
  return result
}

/** Reopens an enrollment, and completes it if the lessons left to do have been retired meanwhile. */
async function resume(
  trx: Transaction<LearnTables>,
  { id }: Enrollment,
  course: Course,
  enrolledAt: Date,
): Promise<Enrollment> {
  const enrollment = await trx
    .updateTable('enrollments')
    .set({ leftAt: null, enrolledAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return countLessons(trx, enrollment, course, enrolledAt)
}

/**
 * Ends the caller's enrollment; progress and skill points stay. Repeating it returns the same record.
 * @throws NOT_FOUND for an unknown course, and for a caller who never enrolled
 */
export async function unenroll(ctx: LearnContext, courseId: string): Promise<Enrollment> {
  const key = { identityId: requireIdentity(ctx), courseId }
  await getCourse(ctx, courseId)
  const left = await ctx.db
    .updateTable('enrollments')
    .set({ leftAt: ctx.now() })
    .where('identityId', '=', key.identityId)
    .where('courseId', '=', courseId)
    .where('leftAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  ctx.loaders.enrollment.clear(key)
  const enrollment = left ?? (await ofKey(ctx.db, key).executeTakeFirst())
  if (!enrollment) throw notFound('Enrollment', courseId)
  return enrollment
}

/** One person's enrollment in one course, current or ended. */
function ofKey(db: Kysely<LearnTables>, { identityId, courseId }: EnrollmentKey) {
  return db
    .selectFrom('enrollments')
    .selectAll()
    .where('identityId', '=', identityId)
    .where('courseId', '=', courseId)
}

function insertEnrollment(
  trx: Transaction<LearnTables>,
  key: EnrollmentKey,
  enrolledAt: Date,
): Promise<Enrollment | undefined> {
  return trx
    .insertInto('enrollments')
    .values({ id: newId('enrollment'), ...key, enrolledAt })
    .onConflict((conflict) => conflict.constraint('one_enrollment_a_course').doNothing())
    .returningAll()
    .executeTakeFirst()
}

const ofPerson = once(
  (db: Kysely<LearnTables>) => (identityId: RawBuilder<string>) =>
    db
      .selectFrom('enrollments')
      .selectAll()
      .where('identityId', '=', identityId)
      .where('leftAt', 'is', null),
)

const cursorKeyOf = ({ enrolledAt, id }: Enrollment) => ({ at: enrolledAt, id })

/** The edge of an enrollment in its person's list. */
export function enrollmentEdge(enrollment: Enrollment): { node: Enrollment; cursor: string } {
  return edgeOf(enrollment, cursorKeyOf)
}

export function enrollmentPages(db: Kysely<LearnTables>) {
  return createPageLoader(db, ofPerson(db), cursorKeyOf, {
    column: 'enrolled_at',
    id: 'id',
    direction: 'desc',
  })
}

/** An enrollment by its id; undefined for anybody but its person. */
export async function findEnrollment(
  { viewer, loaders }: LearnContext,
  id: string,
): Promise<Enrollment | undefined> {
  const enrollment = viewer && (await loaders.enrollmentById.load(id))
  return enrollment?.identityId === viewer?.identityId ? enrollment : undefined
}

/** The caller's enrollment in a course, if there is one. */
export async function findMyEnrollment(
  { viewer, loaders }: LearnContext,
  courseId: string,
): Promise<Enrollment | undefined> {
  return viewer && loaders.enrollment.load({ identityId: viewer.identityId, courseId })
}

type EnrollmentKey = Pick<Enrollment, 'identityId' | 'courseId'>

const byKeys = once((db: Kysely<LearnTables>) =>
  db
    .selectFrom('enrollments')
    .selectAll()
    .where(
      sql<boolean>`(identity_id, course_id) in (
        select * from unnest(${placeholder('identityIds')}::text[], ${placeholder('courseIds')}::text[]))`,
    )
    .where('leftAt', 'is', null)
    .compile(),
)

/** Current enrollments by person and course. */
export function enrollmentLoader(
  db: Kysely<LearnTables>,
): DataLoader<EnrollmentKey, Enrollment | undefined, string> {
  return createKeyLoader(db, byKeys(db), ['identityId', 'courseId'])
}

const skillPoints = once((db: Kysely<LearnTables>) =>
  db
    .selectFrom('enrollments')
    .select(['identityId', sql<number>`sum(skill_points)`.as('total')])
    .where('identityId', '=', ANY_ID)
    .groupBy('identityId')
    .compile(),
)

/** The skill points that each person's completed courses have granted, including courses they left. */
export function skillPointsLoader(db: Kysely<LearnTables>): DataLoader<string, number> {
  return new DataLoader(async (ids) => {
    const rows = await rowsByIds(db, skillPoints(db), { ids, column: 'identityId' })
    return rows.map(([row]) => row?.total ?? 0)
  })
}
