// Races of two changes of one scroll: each ends consistently, whichever comes first.
import { expect, test } from 'vitest'
import { duringTests } from '#test/during-tests.ts'
import { rounds } from '#test/rounds.ts'
import type { Data } from '#test/subgraph.ts'
import type { ScrollTables } from '../tables.ts'
import {
  EDIT,
  EVERYWHERE,
  HIDE,
  NOWHERE,
  REASON,
  sightOf,
  startChronicle,
  UNHIDE,
  WITHDRAW,
  type Chronicle,
} from './life-cycle.ts'

const story = duringTests(startChronicle)

type Race = (story: Chronicle) => Promise<void>
type OperationResult = Awaited<ReturnType<Chronicle['run']>>

const refusalOf = ({ errors }: OperationResult) =>
  (errors?.[0]?.extensions?.details as { reason?: string } | undefined)?.reason ??
  errors?.[0]?.extensions?.code

async function published(story: Chronicle) {
  const [ada, grace] = [await story.someone(), await story.someone()]
  return { ada, grace, id: await story.publish(ada) }
}

const RACES: Record<string, Race> = {
  async 'three edits at once keep every version'(story) {
    const { ada, id } = await published(story)
    const titles = ['One', 'Two', 'Three']
    const edits = titles.map((title) => story.act(ada, EDIT, { id, input: { title } }))
    await Promise.all(edits)
    const { title, revisions } = await story.read(ada, id)
    const kept = revisions.nodes.map((revision: Data) => revision.title) as string[]
    expect(kept).toHaveLength(3)
    expect(new Set([...kept, title])).toEqual(new Set(['The First Winter', ...titles]))
  },

  async 'one edit sent twice is one edit'(story) {
    const { ada, id } = await published(story)
    const input = { content: 'We had two stoves.' }
    await Promise.all([1, 2, 3].map(() => story.act(ada, EDIT, { id, input })))
    expect((await story.read(ada, id)).revisions.totalCount).toBe(1)
  },

  async 'an edit of a scroll that is being withdrawn is done before, or refused'(story) {
    const { ada, grace, id } = await published(story)
    const [edited, withdrawn] = await Promise.all([
      story.run(ada, EDIT, { id, input: { title: 'Late' } }),
      story.run(ada, WITHDRAW, { id }),
    ])
    expect(refusalOf(withdrawn)).toBeUndefined()
    expect([undefined, 'SCROLL_WITHDRAWN']).toContain(refusalOf(edited))
    const { title, withdrawnAt } = await story.read(ada, id)
    expect(withdrawnAt).not.toBeNull()
    expect(title).toBe(refusalOf(edited) === undefined ? 'Late' : 'The First Winter')
    expect(await sightOf(story, grace, ada, id)).toEqual(NOWHERE)
  },

  async 'a scroll that is hidden while it is edited stays hidden'(story) {
    const { ada, grace, id } = await published(story)
    const responses = await Promise.all([
      story.run(ada, EDIT, { id, input: { title: 'Late', visibility: 'house' } }),
      story.run(story.admin, HIDE, { input: { id, reason: REASON } }),
    ])
    expect(responses.map(refusalOf)).toEqual([undefined, undefined])
    expect(await sightOf(story, grace, ada, id)).toEqual(NOWHERE)
    expect(await story.read(ada, id)).toMatchObject({ title: 'Late', moderation: {} })
  },

  async 'one that becomes private while it is hidden is read by its author alone'(story) {
    const { ada, id } = await published(story)
    const [, hidden] = await Promise.all([
      story.act(ada, EDIT, { id, input: { visibility: 'private' } }),
      story.run(story.admin, HIDE, { input: { id, reason: REASON } }),
    ])
    expect([undefined, 'NOT_FOUND']).toContain(refusalOf(hidden))
    expect(await sightOf(story, story.admin, ada, id)).toEqual(NOWHERE)
  },

  async 'one hidden, shown and withdrawn at once counts right'(story) {
    const { ada, grace, id } = await published(story)
    const responses = await Promise.all([
      story.run(story.admin, HIDE, { input: { id, reason: REASON } }),
      story.run(story.admin, UNHIDE, { id }),
      story.run(ada, WITHDRAW, { id }),
    ])
    for (const response of responses)
      expect([undefined, 'NOT_FOUND']).toContain(refusalOf(response))
    // `sightOf` throws if a total differs from the list.
    expect(await sightOf(story, grace, ada, id)).toEqual(NOWHERE)
    expect(await sightOf(story, ada, ada, id)).toEqual({
      ...EVERYWHERE,
      list: false,
      author: false,
    })
  },
}

test.each(Object.entries(RACES))('%s', async (_name, race) => {
  const db = story.scroll.tables<ScrollTables>('scroll')
  for (let round = 0; round < rounds(3, 30); round += 1) {
    // Few enough scrolls for one page.
    await db.deleteFrom('scrollRevisions').execute()
    await db.deleteFrom('scrolls').execute()
    await race(story)
  }
})
