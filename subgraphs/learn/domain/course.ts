// Finds, adds, changes and retires courses.
import { sql, type Kysely } from 'kysely'
import { placeholder } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import {
  BY_AGE,
  filteredList,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import type { Connection } from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { changesOf, given, type Patch } from '#foundation/domain/changes.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { recordAudit } from '#foundation/peers/audit-outbox.ts'
import type { LearnContext } from '../context.ts'
import type { Course, CourseFields, LearnTables } from '../tables.ts'

const isEnrolled = sql`
  id in (
    select course_id from enrollments
    where identity_id = ${placeholder('identityId')} and left_at is null
  )`

const courses = filteredList({
  rows: (db: Kysely<LearnTables>) =>
    db.selectFrom('courses').selectAll().where('retiredAt', 'is', null),
  filters: {
    enrolled: {
      when: {
        true: sql<boolean>`(${isEnrolled}) is true`,
        false: sql<boolean>`(${isEnrolled}) is not true`,
      },
    },
  },
  orders: { ...BY_AGE, title: ['title', 'asc', 'text'] },
  search: { title: 'title', text: `title || ' ' || description` },
})

export function listCourses(
  { db, viewer }: LearnContext,
  wanted: ListArguments<'enrolled', keyof typeof BY_AGE | 'title'>,
): Promise<Connection<Course>> {
  const total = () => readRowCount(db, 'courses')
  return courses(db, wanted, { values: { identityId: viewer?.identityId ?? null }, total })
}

export async function getCourse({ loaders }: LearnContext, id: string): Promise<Course> {
  const course = await loaders.course.load(id)
  if (!course) throw notFound('Course', id)
  return course
}

/** Takes a shared lock on a course, which blocks changing it and its lessons. @throws NOT_FOUND */
export function lockCourseForShare(trx: Transaction<LearnTables>, id: string): Promise<Course> {
  const query = trx.selectFrom('courses').selectAll().where('id', '=', id)
  return query.forShare().executeTakeFirstOrThrow(() => notFound('Course', id))
}

/** Locks a course to change it or its lessons. @throws NOT_FOUND */
export function lockCourse(trx: Transaction<LearnTables>, id: string): Promise<Course> {
  const query = trx.selectFrom('courses').selectAll().where('id', '=', id)
  return query.forNoKeyUpdate().executeTakeFirstOrThrow(() => notFound('Course', id))
}

type NewCourse = CourseFields & Pick<Course, 'lessons'>

/** Adds a course; the database adds its lessons, without texts. @throws VALIDATION_ERROR */
export async function addCourse(ctx: LearnContext, input: NewCourse): Promise<Course> {
  const { title, description, lessons, duration, skillPoints } = input
  const columns = { title, description, lessons, duration, skillPoints, createdAt: ctx.now() }
  return ctx.db.transaction().execute(async (trx) => {
    const course = await trx
      .insertInto('courses')
      .values({ id: newId('course'), ...columns })
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = { type: 'Course', id: course.id }
    await recordAudit(ctx, trx, { kind: 'content_added', details })
    return course
  })
}

type CourseUpdate = { id: string } & Patch<CourseFields>

/** Changes a course, but not the skill points already granted. @throws VALIDATION_ERROR, NOT_FOUND */
export async function updateCourse(
  ctx: LearnContext,
  { id, ...input }: CourseUpdate,
): Promise<Course> {
  const wanted = given<CourseFields>(input)
  const course = await ctx.db.transaction().execute((trx) => changeCourse(ctx, trx, id, wanted))
  ctx.loaders.course.clear(id)
  return course
}

async function changeCourse(
  ctx: LearnContext,
  trx: Transaction<LearnTables>,
  id: string,
  wanted: Partial<CourseFields>,
): Promise<Course> {
  const course = await lockCourse(trx, id)
  const changes = changesOf<Course>(course, wanted)
  const changed = Object.keys(changes)
  if (changed.length === 0) return course
  await trx.updateTable('courses').set(changes).where('id', '=', id).execute()
  const details = { type: 'Course', id, changed }
  await recordAudit(ctx, trx, { kind: 'content_updated', details })
  return { ...course, ...changes }
}

/** Retires a course: enrolled people can finish it, nobody else can enroll. @throws NOT_FOUND */
export async function retireCourse(ctx: LearnContext, id: string): Promise<Course> {
  const course = await ctx.db.transaction().execute(async (trx) => {
    const known = await lockCourse(trx, id)
    if (known.retiredAt !== null) return known
    const retiredAt = ctx.now()
    await trx.updateTable('courses').set({ retiredAt }).where('id', '=', id).execute()
    await recordAudit(ctx, trx, { kind: 'content_retired', details: { type: 'Course', id } })
    return { ...known, retiredAt }
  })
  ctx.loaders.course.clear(id)
  return course
}
