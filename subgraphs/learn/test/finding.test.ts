// Finding courses: those of the caller, orders and searches.
import { beforeAll, expect, test } from 'vitest'
import { addCourse } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const learn = testSubgraph('learn')
let ada: Person
let grace: Person
beforeAll(async () => {
  ada = await learn.join('ada')
  grace = await learn.join('grace')
  const titles = ['Stars and Tides', 'Rope Work', 'The Old Alphabet']
  for (const [index, title] of titles.entries()) {
    const createdAt = new Date(Date.UTC(2026, 3, index + 1))
    const id = await addCourse(learn, { title, createdAt })
    if (index === 1) await enroll(ada, id)
  }
})

function enroll(as: Person, id: string) {
  const query = 'mutation ($id: ID!) { enroll(courseId: $id) { created } }'
  return learn.ask(query, { as, variables: { id } })
}

async function find(args: string, as: Person) {
  const { courses } = await learn.ask(`{ courses(${args}) { nodes { title } totalCount } }`, { as })
  const titles = courses.nodes.map(({ title }: { title: string }) => title) as string[]
  expect(courses.totalCount).toBe(titles.length)
  return titles
}

test('courses can be filtered by whether the caller is enrolled', async () => {
  expect(await find('enrolled: true', ada)).toEqual(['Rope Work'])
  expect(await find('enrolled: false', ada)).toEqual(['The Old Alphabet', 'Stars and Tides'])
  expect(await find('enrolled: true', grace)).toEqual([])
  expect(await find('enrolled: false', grace)).toHaveLength(3)
})

test('courses are ordered by age or title', async () => {
  expect(await find('orderBy: oldest', ada)).toEqual([
    'Stars and Tides',
    'Rope Work',
    'The Old Alphabet',
  ])
  expect(await find('orderBy: title', ada)).toEqual([
    'Rope Work',
    'Stars and Tides',
    'The Old Alphabet',
  ])
})

test('a search finds words of the description, and titles with a typing error', async () => {
  expect(await find('search: "untie"', ada)).toHaveLength(3)
  expect(await find('search: "alphabt"', ada)).toEqual(['The Old Alphabet'])
  expect(await find('search: "untie", enrolled: true', ada)).toEqual(['Rope Work'])
})

test('a course that the caller has left is one of the others', async () => {
  const id = await addCourse(learn, { title: 'Left Behind' })
  await enroll(grace, id)
  expect(await find('enrolled: true', grace)).toEqual(['Left Behind'])
  const leave = 'mutation ($id: ID!) { unenroll(courseId: $id) { leftAt } }'
  await learn.ask(leave, { as: grace, variables: { id } })
  expect(await find('enrolled: true', grace)).toEqual([])
  expect(await find('enrolled: false', grace)).toContain('Left Behind')
})
