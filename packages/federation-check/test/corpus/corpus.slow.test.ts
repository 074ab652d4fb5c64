// The corpus: small changes, each with everything that the check must find in it.
import { describe, expect, test } from 'vitest'
import { rulesOf } from '../../src/rules.ts'
import { conventions } from './conventions.ts'
import { CHAPTERS, checkPair, pairsOf } from './pair.ts'

describe.each(CHAPTERS)('%s', (chapter) => {
  test.each(pairsOf(chapter))('$title', async (pair) => {
    const { findings, ok } = await checkPair(pair)
    expect(findings.map(({ severity, id }) => `${severity} ${id}`)).toEqual(pair.finds)
    expect(ok ? 0 : 1).toBe(pair.exit)
    for (const [id, part] of Object.entries(pair.says ?? {})) {
      expect(findings.find((finding) => finding.id === id)?.message).toContain(part)
    }
    const { uses = {} } = pair
    const reported = findings.filter(({ id }) => uses[id]).map(({ id, uses }) => [id, uses])
    expect(Object.fromEntries(reported)).toEqual(uses)
  })
})

test('no pair that must be quiet finds anything but what is safe', () => {
  const loud = pairsOf('quiet').filter(({ exit, finds }) => {
    return exit !== 0 || finds.some((found) => !found.startsWith('safe '))
  })
  expect(loud).toEqual([])
})

/** Rules about the project and its commits, and of graphs too large for a pair, which other tests break. */
const ELSEWHERE = [
  'base-is-head',
  'config-changed',
  'config-code-changed',
  'config-not-compared',
  'generated-stale',
  'generation-failed',
  'peer-operation-broken',
  'reach-undecided',
  'subgraph-moved',
]

test('every rule is broken by some pair', () => {
  const found = CHAPTERS.flatMap((chapter) => pairsOf(chapter).flatMap(({ finds }) => finds))
  const broken = new Set(found.map((text) => text.split(' ')[1]!.split(':')[0]!))
  const unbroken = [...rulesOf([conventions]).keys()].filter((rule) => !broken.has(rule))
  expect(unbroken.toSorted()).toEqual(ELSEWHERE)
})
