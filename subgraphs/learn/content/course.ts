// Courses in content files, each with its lessons.
import { sql } from 'kysely'
import {
  defineContentKind,
  type ContentContext,
  type ContentEntry,
  type ContentItem,
  type StoredItem,
} from '#foundation/content/kind.ts'
import { retireRows } from '#foundation/content/retirement.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { CourseFields } from '../domain/course-fields.ts'
import { learnInput } from '../input.ts'
import type { LessonItem } from './lesson.ts'
import type { Course, LearnTables } from '../tables.ts'

/** The stored course has its lessons elsewhere. */
type CourseItem = ContentItem & CourseFields & { lessons?: readonly LessonItem[] }
type Ctx = ContentContext<LearnTables>

const schemaOf = (field: string) => learnInput.schema(`AddCourseInput.${field}`)
const lessons = learnInput.range('AddCourseInput.lessons')

export const courseContent = defineContentKind<LearnTables, CourseItem>({
  list: 'courses',
  prefix: 'course',
  properties: {
    title: {
      type: 'string',
      ...schemaOf('title'),
      description: 'What it is called.',
    },
    description: {
      type: 'string',
      ...schemaOf('description'),
      description: 'What there is to learn.',
    },
    duration: {
      type: 'string',
      ...schemaOf('duration'),
      description: 'How long it takes, in words for people.',
    },
    skillPoints: {
      type: 'integer',
      ...schemaOf('skillPoints'),
      description: 'The skill points that completing it grants.',
    },
  },
  required: ['title', 'description', 'duration', 'skillPoints'],
  issues: (item) => [
    ...learnInput.issues('AddCourseInput', columnsOf(item)),
    ...lessonsIssues(item),
  ],
  find: findCourses,
  add: addCourses,
  update: updateCourse,
  retire: ({ trx, now }, stored) => retireRows(trx, 'courses', stored, now()),
})

function lessonsIssues({ lessons: listed = [] }: CourseItem): Issue[] {
  if (listed.length >= lessons.least && listed.length <= lessons.most) return []
  return [{ field: 'lessons', reason: `must hold ${lessons.least} to ${lessons.most} lessons` }]
}

async function findCourses(
  { trx }: Ctx,
  ids?: readonly string[],
): Promise<StoredItem<CourseItem>[]> {
  const courses = trx.selectFrom('courses').selectAll().orderBy('createdAt').orderBy('id')
  const wanted =
    ids === undefined
      ? courses.where('retiredAt', 'is', null)
      : courses.where('id', '=', sql<string>`any(${[...ids]})`).forNoKeyUpdate()
  return (await wanted.execute()).map(toStored)
}

function toStored(course: Course): StoredItem<CourseItem> {
  const { id, contentKey, createdAt, retiredAt } = course
  return {
    id,
    contentKey,
    retired: retiredAt !== null,
    item: {
      key: contentKey ?? id,
      ...columnsOf(course),
      createdAt: createdAt.toISOString(),
    },
  }
}

async function addCourses(
  { trx }: Ctx,
  entries: readonly ContentEntry<CourseItem>[],
): Promise<void> {
  await trx
    .insertInto('courses')
    .values(
      entries.map(({ id, item, createdAt }) => ({
        id,
        contentKey: item.key,
        createdAt,
        lessons: item.lessons!.length,
        ...columnsOf(item),
      })),
    )
    .execute()
}

async function updateCourse(
  { trx }: Ctx,
  { id, item, createdAt }: ContentEntry<CourseItem>,
): Promise<void> {
  await trx
    .updateTable('courses')
    .set({ contentKey: item.key, retiredAt: null, ...columnsOf(item) })
    .$if(item.createdAt !== undefined, (query) => query.set({ createdAt }))
    .where('id', '=', id)
    .execute()
}

function columnsOf(fields: CourseFields): CourseFields {
  const { title, description, duration, skillPoints } = fields
  return { title, description, duration, skillPoints }
}
