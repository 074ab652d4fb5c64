// Enrollments: one per person and course, visible only to that person.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { ANY_ID, executeWith, once, placeholder } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { createPageLoader, edgeOf } from '#foundation/database/pagination.ts'
import { createRowLoader } from '#foundation/database/row-loader.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { LearnContext } from '../context.ts'
import type { Enrollment, LearnTables } from '../tables.ts'
import { holdCourse } from './course.ts'

export interface EnrollmentResult {
  /** False for an existing enrollment. */
  created: boolean
  enrollment: Enrollment
}

/**
 * Enrolls the caller, or returns the existing enrollment. A retired course only has existing ones.
 * @throws NOT_FOUND
 */
export async function enroll(ctx: LearnContext, courseId: string): Promise<EnrollmentResult> {
  const key = { identityId: requireIdentity(ctx), courseId }
  const result = await ctx.db.transaction().execute(async (trx) => {
    const { retiredAt } = await holdCourse(trx, courseId)
    const enrolled = retiredAt === null ? await insertEnrollment(trx, key, ctx.now()) : undefined
    if (enrolled) return { created: true, enrollment: enrolled }
    const enrollment = await trx
      .selectFrom('enrollments')
      .selectAll()
      .where('identityId', '=', key.identityId)
      .where('courseId', '=', courseId)
      .executeTakeFirst()
    if (!enrollment) throw notFound('Course', courseId)
    return { created: false, enrollment }
  })
  ctx.loaders.enrollment.clear(key)
  return result
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
    db.selectFrom('enrollments').selectAll().where('identityId', '=', identityId),
)

const placeOf = ({ enrolledAt, id }: Enrollment) => ({ at: enrolledAt, id })

/** The enrollment in the list of its person's. */
export function enrollmentEdge(enrollment: Enrollment): { node: Enrollment; cursor: string } {
  return edgeOf(enrollment, placeOf)
}

export function enrollmentPages(db: Kysely<LearnTables>) {
  return createPageLoader(db, ofPerson(db), placeOf, {
    column: 'enrolled_at',
    id: 'id',
    direction: 'desc',
  })
}

/** An enrollment by its id, for its person alone. */
export async function findEnrollment(
  { viewer, loaders }: LearnContext,
  id: string,
): Promise<Enrollment | undefined> {
  const enrollment = viewer && (await loaders.enrollmentById.load(id))
  return enrollment?.identityId === viewer?.identityId ? enrollment : undefined
}

const byId = once(
  (db: Kysely<LearnTables>) => (anyId: RawBuilder<string>) =>
    db.selectFrom('enrollments').selectAll().where('id', '=', anyId),
)

export function enrollmentByIdLoader(
  db: Kysely<LearnTables>,
): DataLoader<string, Enrollment | undefined> {
  return createRowLoader(db, byId(db))
}

/** The caller's enrollment in a course, if there is one. */
export async function findMyEnrollment(
  { viewer, loaders }: LearnContext,
  courseId: string,
): Promise<Enrollment | undefined> {
  return viewer && loaders.enrollment.load({ identityId: viewer.identityId, courseId })
}

type EnrollmentKey = Pick<Enrollment, 'identityId' | 'courseId'>

const keyText = ({ identityId, courseId }: EnrollmentKey) => JSON.stringify([identityId, courseId])

const byKeys = once((db: Kysely<LearnTables>) =>
  db
    .selectFrom('enrollments')
    .selectAll()
    .where(
      sql<boolean>`(identity_id, course_id) in (
        select * from unnest(${placeholder('identityIds')}::text[], ${placeholder('courseIds')}::text[]))`,
    )
    .compile(),
)

/** Enrollments by person and course. */
export function enrollmentLoader(
  db: Kysely<LearnTables>,
): DataLoader<EnrollmentKey, Enrollment | undefined, string> {
  const load = async (keys: readonly EnrollmentKey[]) => {
    const identityIds = keys.map(({ identityId }) => identityId)
    const courseIds = keys.map(({ courseId }) => courseId)
    const rows = await executeWith(db, byKeys(db), { identityIds, courseIds })
    const byKey = new Map(rows.map((enrollment) => [keyText(enrollment), enrollment]))
    return keys.map((key) => byKey.get(keyText(key)))
  }
  return new DataLoader(load, { cacheKeyFn: keyText })
}

const skillPoints = once((db: Kysely<LearnTables>) =>
  db
    .selectFrom('enrollments')
    .select(['identityId', sql<number>`sum(skill_points)`.as('total')])
    .where('identityId', '=', ANY_ID)
    .groupBy('identityId')
    .compile(),
)

/** The sum that each person's completed courses have granted. */
export function skillPointsLoader(db: Kysely<LearnTables>): DataLoader<string, number> {
  return new DataLoader(async (identityIds) => {
    const rows = await executeWith(db, skillPoints(db), { ids: identityIds })
    const totals = new Map(rows.map(({ identityId, total }) => [identityId, total]))
    return identityIds.map((id) => totals.get(id) ?? 0)
  })
}
