// What has become of a proposal, or what would become of it if voting ended now.
import { numberText } from '../../../components/number-text.ts'
import type { ProposalDetailsFragment } from './generated/graphql.ts'

type Counts = Pick<
  ProposalDetailsFragment,
  'status' | 'outcome' | 'yesVotes' | 'noVotes' | 'quorum'
>

export function outcomeSentence(proposal: Counts): string {
  const { status, outcome } = proposal
  if (status === 'cancelled') return 'Its author withdrew it before anybody voted.'
  if (status === 'passed') return 'It has passed.'
  if (status === 'rejected') return `It was rejected: ${reasonOf(proposal)}.`
  if (outcome === 'passed') return 'It would pass if voting ended now.'
  return `It would be rejected if voting ended now: ${reasonOf(proposal)}.`
}

/** Why it does not pass. */
function reasonOf({ yesVotes, noVotes, quorum }: Counts): string {
  const missing = quorum - yesVotes - noVotes
  if (missing === 1) return 'the quorum lacks one vote'
  if (missing > 0) return `the quorum lacks ${numberText(missing)} votes`
  return yesVotes === noVotes ? 'the votes are equal' : 'more people are against it'
}
