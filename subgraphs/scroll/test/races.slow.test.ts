// A hundred rounds of each race.
import { afterAll, beforeAll, test } from 'vitest'
import { startChronicle, type Chronicle } from './life-cycle.ts'
import { race, RACES } from './races.ts'

let story: Chronicle
beforeAll(async () => {
  story = await startChronicle()
})
afterAll(() => story.scroll.stop())

test.each(Object.keys(RACES))('%s, a hundred times', (name) => race(story, name, 100))
