// The light histogram shows what prom-client's shows.
import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { LightHistogram } from '#foundation/telemetry/metrics/light-histogram.ts'
import { readScrape } from '#test/scrape.ts'

const about = { name: 'statement_seconds', help: 'Time of a statement.' }
const buckets = [0.001, 0.25, 5]

const headOf = (text: string) => text.split('\n').filter((line) => line.startsWith('#'))

test('observations in, on and over each bound are counted as prom-client does', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  for (const registry of [ours, theirs]) registry.setDefaultLabels({ service: 'path' })
  const light = new LightHistogram({
    ...about,
    label: 'statement',
    maxValues: 2,
    buckets,
  })
  light.addTo(ours)
  const labelNames = ['statement']
  const known = new Histogram({ ...about, labelNames, buckets, registers: [theirs] })
  for (const statement of ['select quests', 'commit']) {
    for (const value of [0, 0.001, 0.0011, 0.25, 4, 5, 6, 1_000]) {
      light.series(statement).observe(value)
      known.observe({ statement }, value)
    }
  }
  const [shown, expected] = [await ours.metrics(), await theirs.metrics()]
  expect(headOf(shown)).toEqual(headOf(expected))
  expect(new Set(readScrape(shown).samples)).toEqual(new Set(readScrape(expected).samples))
})

test('label values over the limit share one series, and earlier ones keep their own', async () => {
  const registry = new Registry()
  const light = new LightHistogram({
    ...about,
    label: 'statement',
    maxValues: 2,
    buckets,
  })
  light.addTo(registry)
  for (const statement of ['commit', 'select quests', 'select votes', 'select people', 'commit']) {
    const { value } = light.series(statement)
    light.series(statement).observe(1)
    expect(value).toBe(/votes|people/.test(statement) ? 'other' : statement)
  }
  const { value } = readScrape(await registry.metrics())
  const countOf = (statement: string) => value('statement_seconds_count', { statement })
  expect(['commit', 'select quests', 'other', 'select votes'].map(countOf)).toEqual([
    2,
    1,
    2,
    undefined,
  ])
})
