// This version runs on after a later one has migrated the schema.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { LEAVE, startLifeCycles, WITHDRAW } from './life-cycle.ts'

test('memberships and applications end although a later version has added columns to them', async () => {
  const story = await startLifeCycles()
  try {
    for (const table of ['memberships', 'applications']) {
      await sql`alter table ${sql.table(table)} add column later text`.execute(story.db())
    }
    const [ada, grace] = [await story.someone(), await story.someone()]
    const id = await story.found(ada)
    const role = await story.post(ada, id, { openings: 1 })
    await story.enter(grace, id)
    await story.apply(grace, role, { message: 'I would.' })
    const withdrawn = await story.act(grace, WITHDRAW, { id: role })
    expect(withdrawn.withdrawnAt).not.toBeNull()
    const left = await story.act(grace, LEAVE, { id })
    expect(left.leftAt).not.toBeNull()
  } finally {
    await story.stop()
  }
})
