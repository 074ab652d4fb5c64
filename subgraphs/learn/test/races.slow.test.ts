// A hundred rounds of each race.
import { beforeAll, test } from 'vitest'
import { testSubgraph } from '#test/subgraph.ts'
import { race, RACES } from './races.ts'
import { storyOf } from './story.ts'

const learn = testSubgraph('learn')
let story: ReturnType<typeof storyOf>
beforeAll(async () => {
  story = storyOf(learn, await learn.join('root', { role: 'admin' }))
})

test.each(Object.keys(RACES))(
  '%s, a hundred times',
  (name) => race({ learn, story }, name, 100),
  300_000,
)
