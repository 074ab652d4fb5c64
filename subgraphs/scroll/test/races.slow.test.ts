// A hundred rounds of each race.
import { test } from 'vitest'
import { duringTests } from '#test/during-tests.ts'
import { startChronicle } from './life-cycle.ts'
import { race, RACES } from './races.ts'

const story = duringTests(startChronicle)

test.each(Object.keys(RACES))('%s, a hundred times', (name) => race(story, name, 100))
