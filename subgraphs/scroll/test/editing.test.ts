// Editing a scroll, which keeps the earlier version, and withdrawing it.
import { beforeEach, describe, expect, test } from 'vitest'
import { duringTests } from '#test/during-tests.ts'
import type { Data, Person } from '#test/subgraph.ts'
import type { IdentityTables } from '../../identity/tables.ts'
import {
  BY_ID,
  EDIT,
  EVERYWHERE,
  NOWHERE,
  sightOf,
  startChronicle,
  WITHDRAW,
} from './life-cycle.ts'

const story = duringTests(startChronicle)

let ada: Person
let grace: Person
let id: string
let publishedAt: string
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone({ house: 'Ember' })
  publishedAt = story.later()
  id = await story.publish(ada)
})

const edit = (input: object, as = ada): Promise<Data> => story.act(as, EDIT, { id, input })

describe('editing', () => {
  test('Editing a scroll changes only the given fields and records the time', async () => {
    const before = await story.read(ada, id)
    await story.scroll
      .tables<IdentityTables>('identity')
      .updateTable('identities')
      .set({ house: 'Ember', displayName: 'Countess', xp: 200_000 })
      .where('id', '=', ada.id)
      .execute()
    const editedAt = story.later()
    const edited = await edit({ content: 'We had two stoves.', title: null })
    const { revisions, ...after } = edited
    const { revisions: _none, ...published } = before
    expect(after).toEqual({ ...published, content: 'We had two stoves.', editedAt })
    expect(revisions.totalCount).toBe(1)
    const { revisions: nobodys, ...read } = await story.read(grace, id)
    expect(read).toEqual(after)
    expect(nobodys).toBeNull()
  })

  test('Editing a scroll keeps every version for its author, latest first', async () => {
    const first = story.later()
    await edit({ title: 'The Second Winter' })
    const second = story.later()
    await edit({ content: 'None.', visibility: 'house' })
    const { nodes, totalCount } = (await story.read(ada, id)).revisions
    expect(totalCount).toBe(2)
    const winter = { content: 'We had one stove.', visibility: 'public' }
    const revisionId = expect.stringMatching(/^revision_/) as string
    expect(nodes).toEqual([
      { id: revisionId, title: 'The Second Winter', ...winter, writtenAt: first },
      { id: revisionId, title: 'The First Winter', ...winter, writtenAt: publishedAt },
    ])
    expect((await story.read(ada, id)).editedAt).toBe(second)
  })

  test('Editing a scroll without a change changes nothing', async () => {
    const before = await story.read(ada, id)
    story.later()
    for (const input of [{}, { title: 'The First Winter', visibility: 'public' }]) {
      expect(await edit(input)).toEqual(before)
    }
  })

  test('Editing its visibility opens and closes a scroll to readers', async () => {
    expect(await sightOf(story, grace, ada, id)).toEqual(EVERYWHERE)
    await edit({ visibility: 'house' })
    expect(await sightOf(story, grace, ada, id)).toEqual(NOWHERE)
    expect(await sightOf(story, await story.someone(), ada, id)).toEqual(EVERYWHERE)
    await edit({ visibility: 'private' })
    expect(await sightOf(story, ada, ada, id)).toEqual(EVERYWHERE)
    await edit({ visibility: 'public' })
    expect(await sightOf(story, grace, ada, id)).toEqual(EVERYWHERE)
  })

  test('Scrolls can be edited while Identity is away', async () => {
    await story.scroll.stopService('identity')
    expect(await edit({ title: 'Alone' })).toMatchObject({ title: 'Alone' })
    expect(await story.act(ada, WITHDRAW, { id })).toMatchObject({ title: 'Alone' })
    await story.scroll.startService('identity')
  })
})

describe('withdrawing', () => {
  test('A withdrawn scroll is in no list, and only its author finds it by its id', async () => {
    const withdrawnAt = story.later()
    const withdrawn = await story.act(ada, WITHDRAW, { id })
    expect(withdrawn).toMatchObject({ id, content: 'We had one stove.', withdrawnAt })
    expect(await sightOf(story, grace, ada, id)).toEqual(NOWHERE)
    expect(await sightOf(story, ada, ada, id)).toEqual(BY_ID)
    expect(await sightOf(story, story.admin, ada, id)).toEqual(NOWHERE)
    story.later()
    expect(await story.act(ada, WITHDRAW, { id })).toEqual(withdrawn)
    expect(await story.read(ada, id)).toEqual(withdrawn)
  })

  test('Nobody but its author finds a withdrawn scroll to withdraw it', async () => {
    await story.act(ada, WITHDRAW, { id })
    expect(await story.refusal(grace, WITHDRAW, { id })).toMatchObject({ code: 'NOT_FOUND' })
  })
})
