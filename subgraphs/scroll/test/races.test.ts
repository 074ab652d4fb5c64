// A few rounds of each race; races.slow.test.ts runs many.
import { afterAll, beforeAll, test } from 'vitest'
import { startChronicle, type Chronicle } from './life-cycle.ts'
import { race, RACES } from './races.ts'

let story: Chronicle
beforeAll(async () => {
  story = await startChronicle()
})
afterAll(() => story.scroll.stop())

test.each(Object.keys(RACES))('%s', (name) => race(story, name, 3))
