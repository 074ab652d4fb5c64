// Lessons in content files, within their courses, in the order of their numbers.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  defineContentKind,
  type ContentContext,
  type ContentEntry,
  type ContentItem,
  type Difference,
  type StoredItem,
} from '#foundation/content/kind.ts'
import { refuseEntries } from '#foundation/content/refusal.ts'
import { ROWS_AT_ONCE } from '#foundation/database/reads/rows-by-key.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { contentId } from '#foundation/domain/ids.ts'
import { lockCourse } from '../domain/course.ts'
import {
  countLessons,
  recountLessons,
  removeLessons,
  restoreLesson,
} from '../domain/lesson-numbers.ts'
import { learnInput } from '../input.ts'
import type { LearnTables, LessonFields } from '../tables.ts'

export type LessonItem = ContentItem & { title: string; text?: string }
type Ctx = ContentContext<LearnTables>
type Entry = ContentEntry<LessonItem>
type Stored = StoredItem<LessonItem>

const COUNT = learnInput.range('AddCourseInput.lessons')

export const lessonContent = defineContentKind<LearnTables, LessonItem>({
  list: 'lessons',
  prefix: 'lesson',
  within: 'courses',
  count: COUNT,
  properties: learnInput.schemas('AddLessonInput', {
    title: 'What it is called.',
    text: 'What there is to read, in Markdown.',
  }),
  required: ['title'],
  idOf: ({ parentId, item }) => lessonId(parentId!, item.key),
  issues: (lesson) => learnInput.issues('AddLessonInput', lesson),
  normalize: (item) => ({ ...item, ...columnsOf(item) }),
  find: findLessons,
  add: addLessons,
  update: updateLesson,
  retire: retireLessons,
  arrange: arrangeLessons,
  differences: numberDifference,
})

/**
 * The id of a lesson, derived from its course and its key as in `add_placeholder_lessons` of the database. A key that
 * is an id, as of a lesson added by a mutation, is used as it is.
 */
function lessonId(courseId: string, key: string): string {
  if (contentId('lesson', key) === key) return key
  const hash = createHash('md5').update(`${courseId}/${key}`).digest('hex')
  return `lesson_0${hash.slice(0, 25)}`
}

function columnsOf({ title, text = '' }: LessonItem): LessonFields {
  return { title, text }
}

/** The stored lesson, with its number, which is its position in a file. */
type Numbered = Stored & { number: number | null }

async function findLessons({ trx }: Ctx, ids?: readonly string[]): Promise<Numbered[]> {
  const lessons = trx
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'courseId')
    .selectAll('lessons')
    .orderBy('courseId')
    .orderBy('number')
  const wanted =
    ids === undefined
      ? lessons.where('lessons.retiredAt', 'is', null).where('courses.retiredAt', 'is', null)
      : lessons.where('lessons.id', '=', sql<string>`any(${[...ids]})`).forUpdate('lessons')
  const rows = await wanted.execute()
  return rows.map(({ id, courseId, key, fromFile, number, title, text, createdAt, retiredAt }) => ({
    id,
    parentId: courseId,
    contentKey: fromFile ? key : null,
    retired: retiredAt !== null,
    number,
    item: { key, title, text, createdAt: createdAt.toISOString() },
  }))
}

function numberDifference({ position }: Entry, stored: Stored): Difference[] {
  const { number } = stored as Numbered
  return number === position + 1 ? [] : [{ field: 'number', from: number, to: position + 1 }]
}

/** Adds lessons at the end of their courses. `arrangeLessons` moves them. */
async function addLessons({ trx }: Ctx, entries: readonly Entry[]): Promise<void> {
  const byCourse = Map.groupBy(entries, ({ parentId }) => parentId!)
  const counts = new Map<string, number>()
  for (const courseId of byCourse.keys()) counts.set(courseId, await countLessons(trx, courseId))
  refuseEntries([...byCourse].flatMap(([id, added]) => tooMany(counts.get(id)!, added)))
  for (const [courseId, added] of byCourse) {
    const before = counts.get(courseId)!
    const rows = added.map(({ id, item, createdAt }, index) => ({
      id,
      courseId,
      key: item.key,
      fromFile: true,
      number: before + 1 + index,
      ...columnsOf(item),
      createdAt,
    }))
    await trx.insertInto('lessons').values(rows).execute()
    await recountLessons(trx, courseId)
  }
}

/** The issue of the first lesson that exceeds the maximum of its course, if any. */
function tooMany(before: number, added: readonly Entry[]): { entry: Entry; issue: Issue }[] {
  const { max } = COUNT
  const entry = added[max - before]
  if (!entry) return []
  const reason = `is one of ${before + added.length} lessons, and a course has at most ${max}: those that are in no file count too, so retire some first`
  return [{ entry, issue: { field: '', reason } }]
}

async function updateLesson(
  { trx, now }: Ctx,
  { id, item, createdAt }: Entry,
  stored: Stored,
): Promise<void> {
  if (stored.retired) await restoreLesson(trx, stored.parentId!, id, now())
  await trx
    .updateTable('lessons')
    .set({ key: item.key, fromFile: true, ...columnsOf(item) })
    .$if(item.createdAt !== undefined, (query) => query.set({ createdAt }))
    .where('id', '=', id)
    .execute()
}

async function retireLessons({ trx, now }: Ctx, stored: readonly Stored[]): Promise<void> {
  for (const [courseId, retired] of Map.groupBy(stored, ({ parentId }) => parentId!)) {
    const course = await lockCourse(trx, courseId)
    const lessons = await trx
      .selectFrom('lessons')
      .select(['id', 'number'])
      .where('id', '=', sql<string>`any(${retired.map(({ id }) => id)})`)
      .where('retiredAt', 'is', null)
      .execute()
    if (lessons.length > 0) await removeLessons(trx, course, lessons, now())
  }
}

/** Orders lessons as in the file; lessons missing there follow in their previous order. */
async function arrangeLessons({ trx }: Ctx, entries: readonly Entry[]): Promise<void> {
  const positions = new Map(entries.map(({ id, position }) => [id, position]))
  const courseIds = [...new Set(entries.map(({ parentId }) => parentId!))]
  for (let from = 0; from < courseIds.length; from += ROWS_AT_ONCE) {
    const lessons = await trx
      .selectFrom('lessons')
      .select(['id', 'courseId', 'number'])
      .where('courseId', '=', sql<string>`any(${courseIds.slice(from, from + ROWS_AT_ONCE)})`)
      .where('retiredAt', 'is', null)
      .orderBy('number')
      .execute()
    const positionOf = ({ id }: { id: string }) => positions.get(id) ?? Infinity
    const moved = [...Map.groupBy(lessons, ({ courseId }) => courseId).values()].flatMap((live) =>
      live
        .toSorted((a, b) =>
          positionOf(a) < positionOf(b) ? -1 : positionOf(a) > positionOf(b) ? 1 : 0,
        )
        .map(({ id, number }, index) => ({ id, was: number, number: index + 1 }))
        .filter(({ was, number }) => was !== number),
    )
    await renumber(trx, moved)
  }
}

async function renumber(
  trx: Ctx['trx'],
  moved: readonly { id: string; number: number }[],
): Promise<void> {
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  const numbers = moved.map(({ number }) => number)
  await sql`
    update lessons set number = moved.number
    from unnest(${ids}::text[], ${numbers}::integer[]) as moved (id, number)
    where lessons.id = moved.id`.execute(trx)
}
