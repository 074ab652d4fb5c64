// Courses and lessons from content files: applied, rearranged, pruned and exported.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyContent } from '#foundation/content/apply.ts'
import { exportContent } from '#foundation/content/export.ts'
import { ContentError, type ContentChange, type ContentItem } from '#foundation/content/kind.ts'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { contentId, stableId } from '#foundation/domain/ids.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { callerOf } from '#test/caller.ts'
import { emptyDatabase } from '#test/database.ts'
import { atOnce } from '#test/simultaneous.ts'
import { addCourse } from '#test/story.ts'
import { testSubgraph, type Data, type Person } from '#test/subgraph.ts'
import { readDemoContent } from '../../../content/demo.ts'
import { learn as subgraph } from '../subgraph.ts'
import type { LearnTables } from '../tables.ts'
import { numbersOf, skillPointsOf, someone, storyOf, titlesOf } from './story.ts'

const kinds = subgraph.content!
const NOW = new Date('2026-03-04T12:00:00.000Z')

interface ApplyOptions {
  prune?: boolean
  now?: Date
}

/** Applies a file of these courses, and returns the changes. */
function apply(
  db: Kysely<LearnTables>,
  courses: readonly object[],
  { prune = false, now = NOW }: ApplyOptions = {},
): Promise<readonly ContentChange[]> {
  const files = [{ name: 'learn.yaml', lists: { courses: courses as ContentItem[] } }]
  return db.transaction().execute(async (trx) => {
    const ctx = { ...callerOf(), now: () => now, trx }
    return (await applyContent(ctx, kinds, files, { personOf: () => undefined, prune })).changes
  })
}

const exported = (db: Kysely<LearnTables>): Promise<Data> =>
  db.transaction().execute((trx) => {
    const ctx = { ...callerOf(), now: () => NOW, trx }
    return exportContent(ctx, kinds, async () => () => undefined)
  })

const lesson = (key: string, about: object = {}) => ({
  key,
  title: `The ${key}`,
  text: `All of the ${key}.\n`,
  ...about,
})
const course = (key: string, lessons: readonly string[], about: object = {}) => ({
  key,
  title: `On ${key}`,
  description: 'What there is to learn.',
  duration: 'an hour',
  skillPoints: 7,
  lessons: lessons.map((name) => lesson(name)),
  ...about,
})
const reported = (changes: readonly ContentChange[]) =>
  changes.map(({ action, list, key }) => `${action} ${list}/${key}`)

const learn = testSubgraph('learn')
const story = storyOf(learn)
let db: Kysely<LearnTables>
beforeAll(async () => {
  db = learn.tables<LearnTables>('learn')
})

let ada: Person
let key: string
let id: string
beforeEach(() => {
  ada = someone('ada')
  key = `knots-${crypto.randomUUID().slice(0, 8)}`
  id = contentId('course', key)
})
const titles = async () =>
  titlesOf(await story.course(ada, id)).map((title) => title.replace('The ', ''))

describe('a file', () => {
  test('A file adds a course with its lessons, and applied again changes nothing', async () => {
    const file = [course(key, ['loop', 'bend', 'hitch'])]
    expect(reported(await apply(db, file))).toEqual([
      `add courses/${key}`,
      'add lessons/loop',
      'add lessons/bend',
      'add lessons/hitch',
    ])
    await story.enroll(ada, id)
    expect(await story.course(ada, id)).toMatchObject({
      title: `On ${key}`,
      lessons: 3,
      skillPoints: 7,
      syllabus: {
        totalCount: 3,
        nodes: ['loop', 'bend', 'hitch'].map((name, index) => ({
          number: index + 1,
          title: `The ${name}`,
          text: `All of the ${name}.\n`,
        })),
      },
    })
    expect(await apply(db, file)).toEqual([])
  })

  test('A changed file changes only what differs', async () => {
    await apply(db, [course(key, ['loop', 'bend'])])
    const changed = course(key, [], {
      skillPoints: 9,
      lessons: [lesson('loop'), lesson('bend', { text: 'Tie two ropes.' })],
    })
    const changes = await apply(db, [changed])
    expect(changes).toEqual([
      {
        action: 'update',
        list: 'courses',
        key,
        differences: [{ field: 'skillPoints', from: 7, to: 9 }],
      },
      {
        action: 'update',
        list: 'lessons',
        key: 'bend',
        within: key,
        differences: [{ field: 'text', from: 'All of the bend.\n', to: 'Tie two ropes.' }],
      },
    ])
    expect(await apply(db, [changed])).toEqual([])
  })

  test.each([
    { from: ['a', 'b', 'c'], file: ['c', 'b', 'a'], to: ['c', 'b', 'a'] },
    { from: ['a', 'b', 'c', 'd'], file: ['c', 'b', 'd', 'a'], to: ['c', 'b', 'd', 'a'] },
    { from: ['a', 'b'], file: ['x', 'a', 'y', 'b'], to: ['x', 'a', 'y', 'b'] },
    { from: ['p', 'a', 'q', 'b', 'r'], file: ['b', 'a'], to: ['b', 'a', 'p', 'q', 'r'] },
    { from: ['p', 'q'], file: ['x', 'y', 'z'], to: ['x', 'y', 'z', 'p', 'q'] },
  ])('A file of $file puts $from in the order $to', async ({ from, file, to }) => {
    await apply(db, [course(key, from)])
    await story.enroll(ada, id)
    await story.complete(ada, id, 1)
    await apply(db, [course(key, file)])
    const { lessons, myEnrollment, ...now } = await story.course(ada, id)
    expect(await titles()).toEqual(to)
    expect(numbersOf(now)).toEqual(to.map((_name, index) => index + 1))
    expect(lessons).toBe(to.length)
    expect(myEnrollment.completedLessons).toEqual([to.indexOf(from[0]!) + 1])
    expect(await apply(db, [course(key, file)])).toEqual([])
  })

  test('Pruning retires lessons that the file leaves out, which completes the course', async () => {
    await apply(db, [course(key, ['a', 'b', 'c'])])
    await story.enroll(ada, id)
    for (const number of [1, 3]) await story.complete(ada, id, number)
    const file = [course(key, ['c', 'a'])]
    const changes = await apply(db, file, { prune: true })
    expect(reported(changes.filter(({ list }) => list === 'lessons'))).toEqual([
      'update lessons/c',
      'update lessons/a',
      'retire lessons/b',
    ])
    expect(await titles()).toEqual(['c', 'a'])
    expect((await story.course(ada, id)).myEnrollment).toMatchObject({
      status: 'completed',
      completedLessons: [1, 2],
    })
    expect(await skillPointsOf(learn, [ada])).toEqual([7])
    expect(await apply(db, file, { prune: true })).toEqual([])
  })

  test('Pruning several lessons subtracts all of them, and then completes the course', async () => {
    const grace = someone('grace')
    await apply(db, [course(key, ['a', 'b', 'c', 'd', 'e'])])
    const completed: [Person, number[]][] = [
      [ada, [1, 2, 3]],
      [grace, [1, 2, 5]],
    ]
    for (const [as, numbers] of completed) {
      await story.enroll(as, id)
      for (const number of numbers) await story.complete(as, id, number)
    }
    const changes = await apply(db, [course(key, ['a', 'e'])], { prune: true })
    expect(reported(changes)).toEqual(
      expect.arrayContaining(['retire lessons/b', 'retire lessons/c', 'retire lessons/d']),
    )
    expect(await titles()).toEqual(['a', 'e'])
    const { lessons, myEnrollment, ...now } = await story.course(ada, id)
    expect({ lessons, numbers: numbersOf(now) }).toEqual({ lessons: 2, numbers: [1, 2] })
    expect(myEnrollment).toMatchObject({ status: 'enrolled', completedLessons: [1] })
    expect((await story.course(grace, id)).myEnrollment).toMatchObject({
      status: 'completed',
      lessonsCompleted: 2,
      completedLessons: [1, 2],
    })
  })

  test('A file restores a retired lesson with everybody’s progress', async () => {
    await apply(db, [course(key, ['a', 'b', 'c'])])
    await story.enroll(ada, id)
    await story.complete(ada, id, 2)
    await apply(db, [course(key, ['a', 'c'])], { prune: true })
    const without = (await story.course(ada, id)).myEnrollment
    expect(without).toMatchObject({ lessonsCompleted: 0, completedLessons: [] })
    const back = await apply(db, [course(key, ['b', 'x', 'a', 'c'])])
    expect(reported(back)).toContain('restore lessons/b')
    expect(await titles()).toEqual(['b', 'x', 'a', 'c'])
    expect(await story.course(ada, id)).toMatchObject({
      lessons: 4,
      myEnrollment: { lessonsCompleted: 1, completedLessons: [1] },
    })
  })

  test('Pruning retires a missing course, and a file brings it back', async () => {
    await apply(db, [course(key, ['a'])])
    const others = await exported(db)
    const rest = others.courses.filter((one: ContentItem) => one.key !== key)
    expect(reported(await apply(db, rest, { prune: true }))).toContain(`retire courses/${key}`)
    expect((await story.course(ada, id)).retiredAt).not.toBeNull()
    expect(reported(await apply(db, [course(key, ['a'])]))).toEqual([`restore courses/${key}`])
    expect((await story.course(ada, id)).retiredAt).toBeNull()
  })

  test('A file keeps lessons that a mutation added after its own, and can name them by id', async () => {
    await apply(db, [course(key, ['a', 'b'])])
    const input = { courseId: id, title: 'The x', text: '', number: 1 }
    const added = await story.change('addLesson', input)
    await apply(db, [course(key, ['a', 'b'])], { prune: true })
    expect(await titles()).toEqual(['a', 'b', 'x'])
    const named = { key: added.id, title: 'The x' }
    const file = course(key, [], { lessons: [lesson('a'), named, lesson('b')] })
    expect(reported(await apply(db, [file]))).toContain(`update lessons/${added.id}`)
    expect(await titles()).toEqual(['a', 'x', 'b'])
    expect(await apply(db, [file])).toEqual([])
  })

  test('A file with a lesson of another course, or too many lessons, is refused', async () => {
    const other = await addCourse(learn, { lessons: 1 })
    const [foreign] = (await story.course(ada, other)).syllabus.nodes
    const stolen = course(key, [], { lessons: [lesson('a'), { key: foreign.id, title: 'Mine' }] })
    await expect(apply(db, [stolen])).rejects.toThrow('is a lesson of another course')
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_none, index) => `${name}${index}`)
    await apply(db, [course(key, many('a', 300))])
    await expect(apply(db, [course(key, many('b', 201))])).rejects.toThrow(
      'learn.yaml: courses.0.lessons.200: is one of 501 lessons, and a course has at most 500',
    )
    expect((await story.course(ada, id)).lessons).toBe(300)
  })

  test.each([
    ['no lesson', { lessons: [] }, ['lessons'], 'must hold 1 to 500 lessons'],
    ['no list of lessons', { lessons: undefined }, ['lessons'], 'must hold 1 to 500 lessons'],
    ['a blank title', { title: ' ' }, ['title'], 'must not be blanks alone'],
    [
      'a blank title of a lesson',
      { lessons: [{ key: 'a', title: ' ' }] },
      ['lessons', 0, 'title'],
      'must not be blanks alone',
    ],
  ])('A file with %s is refused with its position', async (_what, about, path, reason) => {
    const refused = await apply(db, [course(key, ['a'], about)]).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ContentError)
    expect((refused as ContentError).issues).toEqual([
      { file: 'learn.yaml', path: ['courses', 0, ...path], reason },
    ])
  })

  test('A file applied ten times at once adds everything once', async () => {
    const file = [course(key, ['a', 'b', 'c'])]
    const changes = await atOnce(10, () => apply(db, file))
    expect(changes.flat()).toHaveLength(4)
    expect(await titles()).toEqual(['a', 'b', 'c'])
  })

  test('A file applied while people complete lessons leaves consistent progress', async () => {
    for (let round = 0; round < 4; round += 1) {
      const roundKey = `${key}-${round}`
      const roundId = contentId('course', roundKey)
      await apply(db, [course(roundKey, ['a', 'b', 'c'])])
      const people = Array.from({ length: 8 }, (_none, n) => someone(`person${n}`))
      for (const as of people) {
        await story.enroll(as, roundId)
        await story.complete(as, roundId, 1)
      }
      const deeds = people.map((as, n) => () => story.tryToComplete(as, roundId, 2 + (n % 2)))
      deeds.splice(2 + round, 0, () =>
        apply(db, [course(roundKey, ['c', 'a'])], { prune: true }).then(() => ({})),
      )
      await Promise.all(deeds.map((deed) => deed()))
      for (const as of people) {
        const { myEnrollment } = await story.course(as, roundId)
        expect(myEnrollment.lessonsCompleted).toBe(myEnrollment.completedLessons.length)
        await story.complete(as, roundId, 1)
      }
      for (const as of people) {
        const { myEnrollment } = await story.course(as, roundId)
        expect(myEnrollment).toMatchObject({ status: 'completed', completedLessons: [1, 2] })
      }
    }
  })
})

/** Runs with a separate database. */
async function withDatabase(use: (db: Kysely<LearnTables>) => Promise<void>): Promise<void> {
  const log = createLog('silent', 'test')
  const database = await emptyDatabase()
  const handle = openDatabase<LearnTables>(database.url, 'learn', log)
  try {
    await migrate(database.url, subgraph, log)
    await use(handle)
  } finally {
    await handle.destroy()
    await database.drop()
  }
}

test('An export applied to another system gives the same courses', async () => {
  await apply(db, [course(key, ['a', 'b'])])
  await story.change('addLesson', { courseId: id, title: 'By hand', text: 'x', number: 2 })
  await addCourse(learn, { title: 'By hand', createdAt: new Date('2026-02-02T00:00:00.000Z') })
  const content = await exported(db)
  await withDatabase(async (other) => {
    await apply(other, content.courses)
    expect(await exported(other)).toEqual(content)
    expect(await apply(other, content.courses)).toEqual([])
  })
  // And changes nothing where it comes from, but that it comes from a file now.
  const changes = await apply(db, content.courses)
  for (const { differences } of changes) {
    expect(differences.map(({ field }) => field)).toEqual(['key'])
  }
})

describe('the demo pack', () => {
  test('The demo pack gives courses without lessons of their own those of the pack, without duplicates', async () => {
    const [{ lists }] = (await readDemoContent('learn')) as unknown as [{ lists: Data }]
    await withDatabase(async (other) => {
      const rows = lists.courses.map((one: Data) => ({
        id: stableId('course', one.key),
        title: one.title,
        description: one.description,
        lessons: one.lessons.length,
        duration: one.duration,
        skillPoints: one.skillPoints,
        createdAt: one.createdAt,
      }))
      await other.insertInto('courses').values(rows).execute()
      const actions = (await apply(other, lists.courses)).map(({ action }) => action)
      expect(new Set(actions)).toEqual(new Set(['update']))
      const stored = await other
        .selectFrom('lessons')
        .innerJoin('courses', 'courses.id', 'courseId')
        .select(['contentKey', 'number', 'lessons.title', 'text', 'courses.lessons'])
        .orderBy('courses.createdAt')
        .orderBy('number')
        .execute()
      const packed = lists.courses.flatMap(({ key: contentKey, lessons }: Data) =>
        lessons.map(({ title, text }: Data, index: number) => {
          return { contentKey, number: index + 1, title, text, lessons: lessons.length }
        }),
      )
      expect(stored).toEqual(packed)
      expect(await apply(other, lists.courses)).toEqual([])
    })
  })

  test('The demo pack has a title and a text for each lesson', async () => {
    const [{ lists }] = (await readDemoContent('learn')) as unknown as [{ lists: Data }]
    expect(lists.courses.map(({ lessons }: Data) => lessons.length)).toEqual([4, 6, 5, 8, 4, 10])
    for (const { title, text } of lists.courses.flatMap(({ lessons }: Data) => lessons)) {
      expect(title).not.toMatch(/^Lesson/)
      expect(text.length, title).toBeGreaterThan(200)
    }
  })
})
