// A few rounds of each race; races.slow.test.ts runs many.
import { test } from 'vitest'
import { duringTests } from '#test/during-tests.ts'
import { startLifeCycles } from './life-cycle.ts'
import { race, RACES } from './races.ts'

const story = duringTests(startLifeCycles)

test.each(Object.keys(RACES))('%s', (name) => race(story, name, 3))
