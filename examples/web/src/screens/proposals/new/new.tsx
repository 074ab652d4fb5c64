// Puts a proposal to the vote.
import { Link } from 'react-router'
import { Draft } from '../../../components/forms/disclosure.tsx'
import type { Field } from '../../../components/forms/mutation-form.tsx'
import { Screen } from '../../../components/screen.tsx'
import { useLive } from '../../../graphql/use-live.ts'
import { CreateProposalDocument, NewProposalDocument } from './generated/graphql.ts'

/** From docs/contract/governance.md. */
const MIN_LEVEL = 50

const FIELDS = [
  { name: 'title', label: 'Title', maxLength: 200 },
  { name: 'description', label: 'What you propose, and why', kind: 'lines', maxLength: 10_000 },
  {
    name: 'endTime',
    label: 'When voting ends',
    kind: 'datetime-local',
    required: false,
    hint: 'In one hour to 90 days, in your time zone. If you leave it empty, in 7 days.',
  },
] as const satisfies Field[]

export function Component() {
  const live = useLive(NewProposalDocument, undefined, {})
  return (
    <Screen title="Put a proposal to the vote" live={live}>
      {({ me }) => me && (me.level < MIN_LEVEL ? <TooLow level={me.level} /> : <Propose />)}
    </Screen>
  )
}

function TooLow({ level }: { level: number }) {
  return (
    <section className="card" aria-label="Not yet">
      <p>
        From level {MIN_LEVEL} on you can put proposals to the vote. You have reached level {level}.
      </p>
      <p>
        <Link to="/proposals?status=active&voted=no">See what you can vote on</Link>
      </p>
    </section>
  )
}

function Propose() {
  return (
    <section className="card narrow" aria-label="Your proposal">
      <Draft
        fields={FIELDS}
        submit="Put it to the vote"
        document={CreateProposalDocument}
        variables={({ endTime, ...input }) => ({
          // The field has a time of the reader's zone.
          input: { ...input, ...(endTime && { endTime: new Date(endTime).toISOString() }) },
        })}
        next={({ createProposal }) => `/proposals/${createProposal?.id}`}
      />
    </section>
  )
}
