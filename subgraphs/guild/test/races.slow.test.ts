// Fifty rounds of each race.
import { afterAll, beforeAll, test } from 'vitest'
import { startLifeCycles, type LifeCycles } from './life-cycle.ts'
import { race, RACES } from './races.ts'

let story: LifeCycles
beforeAll(async () => {
  story = await startLifeCycles()
})
afterAll(() => story.guild.stop())

test.each(Object.keys(RACES))('%s, fifty times', (name) => race(story, name, 50))
