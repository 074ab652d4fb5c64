// What Learn exports about a person, and what is left after they are erased.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { numberEvents } from '#foundation/events/numberer.ts'
import { cutOff, rowsWith, suffixOf, wordOf, countErasureEvents } from '#test/erasure.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { storyOf } from './story.ts'

const learn = testSubgraph('learn')
const story = storyOf(learn)

let ada: Person
let grace: Person
beforeEach(async () => {
  const name = crypto.randomUUID().slice(0, 8)
  ada = await learn.join(`ada${name}`, { role: 'admin' })
  grace = await learn.join(`grace${name}`)
})

test('a person gets their enrollments with the lessons that they have completed', async () => {
  const knots = await story.courseWith([ada, grace], { title: 'Knots' })
  const maps = await story.courseWith([ada], { title: 'Maps', lessons: 1 })
  await story.complete(ada, knots, 2)
  await story.complete(ada, maps, 1)
  const { enrollments } = await learn.exportPerson(ada)
  const byCourse = new Map(enrollments!.map((enrollment) => [enrollment.course, enrollment]))
  expect(byCourse.get('Knots')).toMatchObject({
    courseId: knots,
    status: 'enrolled',
    lessons: [{ lesson: 2, title: 'Lesson 2' }],
  })
  expect(byCourse.get('Maps')).toMatchObject({ status: 'completed', skillPoints: 50 })
  expect(byCourse.size).toBe(2)
})

test('After an interrupted erasure is repeated, nothing names the person', async () => {
  const course = await story.courseWith([ada, grace])
  const other = await story.courseWith([ada])
  await story.complete(ada, course, 1)
  await story.complete(grace, course, 1)
  await story.complete(ada, other, 1)
  const asAda = storyOf(learn, ada)
  await asAda.change('addLesson', { courseId: course, title: 'T', text: 'X' })
  const lock = `select from enrollments where identity_id = '${ada.id}' and course_id = '${other}' for update`
  await cutOff(learn, 'learn', lock, () => learn.erasePerson(ada))
  expect(await rowsWith(learn, 'learn', [suffixOf(ada)])).not.toEqual([])
  await learn.erasePerson(ada)
  await learn.erasePerson(ada)
  expect(await rowsWith(learn, 'learn', [suffixOf(ada), wordOf(ada.username)])).toEqual([])
  expect(await countErasureEvents(learn, 'learn', ada)).toBe(1)
  const { enrollments } = await learn.exportPerson(grace)
  expect(enrollments).toMatchObject([{ lessonsCompleted: 1, lessons: [{ lesson: 1 }] }])
})

test('erasing somebody while a lesson of their course is retired leaves the progress of others right', async () => {
  const course = await story.courseWith([ada, grace])
  await story.complete(ada, course, 1)
  await story.complete(grace, course, 1)
  const { syllabus } = await story.course(grace, course)
  await Promise.all([
    learn.erasePerson(ada),
    story.change('retireLesson', syllabus.nodes[0].id),
    story.complete(grace, course, 2),
  ])
  expect(await rowsWith(learn, 'learn', [suffixOf(ada)])).toEqual([])
  const { myEnrollment } = await story.course(grace, course)
  expect(myEnrollment.lessonsCompleted).toBe(myEnrollment.completedLessons.length)
})

test('An erasure waits for the numberer, and erases what it has numbered', async () => {
  const erasing = await learn
    .tables('learn')
    .transaction()
    .execute(async (trx) => {
      await sql`select from event_log for update`.execute(trx)
      await story.courseWith([ada])
      const erasure = { done: learn.erasePerson(ada) }
      await expect.poll(() => sessionsAt('delete from events')).toBe(1)
      await numberEvents(trx, () => new Date())
      return erasure
    })
  await erasing.done
  expect(await rowsWith(learn, 'learn', [suffixOf(ada)])).toEqual([])
})

/** The sessions that wait for a lock in a statement with this text. */
async function sessionsAt(text: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%${text}%`}`.execute(learn.tables('learn'))
  return rows[0]!.waiting
}
