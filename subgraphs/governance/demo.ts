// Four proposals by Ada, whose level allows it: two open, one passed, one rejected.
import { stableId } from '#foundation/domain/ids.ts'
import type { GovernanceContext } from './context.ts'
import type { VoteChoice } from './tables.ts'

interface DemoProposal {
  slug: string
  title: string
  description: string
  /** When it was created, in days relative to the first start. */
  created: number
  ends: number
  /** Each vote, with the days between the proposal's creation and the vote. */
  votes: [username: string, daysAfter: number, vote: VoteChoice][]
}

const PROPOSALS: DemoProposal[] = [
  {
    slug: 'open-the-archive',
    title: 'Open the Archive',
    description:
      'Let every house read the archive. The keepers go on deciding what is added, and a reader who damages a scroll mends it.',
    created: -40,
    ends: -33,
    votes: [
      ['ada', 0, 'yes'],
      ['grace', 1, 'yes'],
      ['edsger', 2, 'no'],
      ['barbara', 4, 'yes'],
    ],
  },
  {
    slug: 'double-the-daily-gold',
    title: 'Double the Daily Gold',
    description:
      'Every daily quest pays twice its gold from the next month on, so that newcomers can afford their first asset within a week.',
    created: -25,
    ends: -18,
    votes: [
      ['alan', 1, 'yes'],
      ['grace', 1, 'no'],
      ['edsger', 3, 'no'],
      ['ada', 5, 'no'],
    ],
  },
  {
    slug: 'one-calendar-for-all-houses',
    title: 'One Calendar for All Houses',
    description:
      'Keep one calendar of councils, lessons and festivals, in UTC, and announce nothing that is not in it.',
    created: -4,
    ends: 10,
    votes: [
      ['grace', 1, 'yes'],
      ['alan', 2, 'yes'],
      ['edsger', 3, 'yes'],
    ],
  },
  {
    slug: 'a-bridge-to-the-tide',
    title: 'A Bridge to the Tide',
    description:
      'Spend the next season’s common work on a bridge to the quarter of House Tide, planned by the guilds and built by whoever comes.',
    created: -2,
    ends: 30,
    votes: [
      ['barbara', 0, 'yes'],
      ['edsger', 1, 'no'],
    ],
  },
]

const DAY_MS = 86_400_000

/**
 * Adds the proposals with their votes and earned credentials, all or nothing. The closer and the
 * sweep process them like any other.
 */
export async function addDemoProposals({ db, now }: GovernanceContext): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('proposals')
      .values(PROPOSALS.map((proposal) => toProposal(proposal, at)))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    if (added.length === 0) return
    const votes = PROPOSALS.flatMap((proposal) => toVotes(proposal, at))
    await trx.insertInto('votes').values(votes).execute()
    await trx.insertInto('participations').values(toParticipations(votes, at)).execute()
  })
}

function toProposal({ slug, title, description, created, ends, votes }: DemoProposal, at: Date) {
  return {
    id: stableId('proposal', slug),
    proposerId: stableId('identity', 'ada'),
    title,
    description,
    yesVotes: votes.filter(([, , vote]) => vote === 'yes').length,
    noVotes: votes.filter(([, , vote]) => vote === 'no').length,
    quorum: 1,
    endTime: daysFrom(at, ends),
    createdAt: daysFrom(at, created),
  }
}

function toVotes({ slug, created, votes }: DemoProposal, at: Date) {
  return votes.map(([username, daysAfter, vote]) => ({
    proposalId: stableId('proposal', slug),
    identityId: stableId('identity', username),
    vote,
    // An hour is added, so that no vote has the same time as its proposal.
    votedAt: new Date(daysFrom(at, created + daysAfter).getTime() + DAY_MS / 24),
  }))
}

function toParticipations(votes: ReturnType<typeof toVotes>, at: Date) {
  const author = stableId('identity', 'ada')
  return [...new Set(votes.map(({ identityId }) => identityId))].map((identityId) => ({
    identityId,
    voted: true,
    proposalCount: identityId === author ? PROPOSALS.length : 0,
    version: 1,
    nextAttemptAt: at,
  }))
}

function daysFrom(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS)
}
