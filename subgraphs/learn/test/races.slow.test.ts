// A hundred rounds of each race.
import { afterAll, beforeAll, test } from 'vitest'
import { startTestSubgraph, type TestSubgraph } from '#test/subgraph.ts'
import { race, RACES } from './races.ts'
import { storyOf } from './story.ts'

let learn: TestSubgraph
let story: ReturnType<typeof storyOf>
beforeAll(async () => {
  learn = await startTestSubgraph('learn')
  story = storyOf(learn, await learn.join('root', { role: 'admin' }))
})
afterAll(() => learn.stop())

test.each(Object.keys(RACES))(
  '%s, a hundred times',
  (name) => race({ learn, story }, name, 100),
  300_000,
)
