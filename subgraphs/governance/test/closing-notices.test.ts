// Everybody who voted on a proposal, and its author, learns that voting has ended.
import { expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import type { Context } from '#foundation/service/context.ts'
import { addProposal } from '#test/story.ts'
import { startTestSubgraph, testSubgraph } from '#test/subgraph.ts'
import type { GovernanceContext } from '../context.ts'
import { notifyVoters } from '../domain/closing-notices.ts'
import { closeProposals } from '../domain/closing.ts'
import type { GovernanceTables } from '../tables.ts'

const governance = testSubgraph('governance')

const stopping = new AbortController().signal
const tables = () => governance.tables<GovernanceTables>('governance')

async function addVotes(proposalId: string, count: number, extra: readonly string[] = []) {
  const voters = [...Array.from({ length: count }, () => newId('identity')), ...extra]
  const votedAt = governance.clock.now
  const votes = voters.map((identityId) => ({
    proposalId,
    identityId,
    vote: 'yes' as const,
    votedAt,
  }))
  await tables().insertInto('votes').values(votes).execute()
  return voters
}

async function notified(subjectId: string): Promise<string[]> {
  const events = tables()
    .selectFrom('events')
    .select('audienceId')
    .where('kind', '=', 'vote.closed')
  const rows = await events.where('subjectId', '=', subjectId).execute()
  return rows.map(({ audienceId }) => audienceId!).toSorted()
}

const close = (world = governance) =>
  world.readPlans((ctx: Context) => closeProposals(ctx as GovernanceContext, stopping))
const notify = (world = governance, signal = stopping) =>
  world.readPlans((ctx: Context) => notifyVoters(ctx as GovernanceContext, signal))

test('each voter and the author are notified once, however many there are and whoever notifies them', async () => {
  await using beside = await startBeside()
  const author = newId('identity')
  const endTime = governance.clock.now
  const large = await addProposal(governance, { proposerId: author, endTime })
  const small = await addProposal(governance, { proposerId: author, endTime })
  const voters = await addVotes(large, 1_200)
  const few = await addVotes(small, 2, [author])
  await close()
  await Promise.all([notify(), notify(beside.world), notify(), notify(beside.world)])
  await notify()
  expect(await notified(large)).toEqual([...voters, author].toSorted())
  expect(await notified(small)).toEqual(few.toSorted())
  expect(await tables().selectFrom('closingNotices').selectAll().execute()).toEqual([])
})

async function startBeside() {
  const world = await startTestSubgraph('governance', {}, governance)
  return { world, [Symbol.asyncDispose]: () => world.stop() }
}

test('a cancelled proposal notifies nobody', async () => {
  const id = await addProposal(governance)
  await tables()
    .updateTable('proposals')
    .set({ outcome: 'cancelled' })
    .where('id', '=', id)
    .execute()
  await notify()
  expect(await notified(id)).toEqual([])
})

test('a voter who leaves between two batches is not named, and the others are notified once', async () => {
  const proposalId = await addProposal(governance)
  const voters = (await addVotes(proposalId, 3)).toSorted()
  const afterVoter = voters[1]!
  const person = { id: afterVoter }
  await tables().insertInto('closingNotices').values({ proposalId, afterVoter }).execute()
  const tombstone = await governance.erasePerson(person)
  const { afterVoter: moved } = await tables()
    .selectFrom('closingNotices')
    .select('afterVoter')
    .executeTakeFirstOrThrow()
  expect(moved).toBe(voters[0])
  await notify()
  expect(await notified(proposalId)).toContain(voters[2])
  expect(await notified(proposalId)).not.toContain(voters[0])
  expect((await notified(proposalId)).filter((id) => id === tombstone).length).toBeLessThan(2)
})
