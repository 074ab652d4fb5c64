// Proposals, how the vote stands, and the person's own vote.
import { VoteDocument, type ProposalPartsFragment } from './generated/graphql.ts'
import { Action, Section } from './section.tsx'

export function Proposals({ proposals }: { proposals: readonly ProposalPartsFragment[] }) {
  return (
    <Section title="Proposals">
      {proposals.map((proposal) => (
        <li key={proposal.id}>
          {proposal.title}, {proposal.status}: {proposal.yesVotes} yes, {proposal.noVotes} no,
          quorum {proposal.quorum}, as it stands {proposal.outcome}. <MyVote proposal={proposal} />
        </li>
      ))}
    </Section>
  )
}

function MyVote({ proposal: { id, myVote } }: { proposal: ProposalPartsFragment }) {
  if (myVote) return `You voted ${myVote.vote} at ${myVote.votedAt}`
  return (
    <>
      <Action label="Vote yes" document={VoteDocument} variables={{ id, vote: 'yes' }} />
      <Action label="Vote no" document={VoteDocument} variables={{ id, vote: 'no' }} />
    </>
  )
}
