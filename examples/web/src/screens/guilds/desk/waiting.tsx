// Who waits for the stewards: those who ask to join, and those who apply for a role.
import type { TypedDocumentNode } from '@apollo/client'
import { Action } from '../../../components/action.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { List, Section } from '../../../components/screen.tsx'
import { Time } from '../../../components/time.tsx'
import {
  DecideApplicationDocument,
  DecideRequestDocument,
  type DeskWholeFragment,
} from './generated/graphql.ts'

export function Requests({ requests }: DeskWholeFragment) {
  const pending = requests?.nodes.filter(({ status, leftAt }) => status === 'pending' && !leftAt)
  return (
    <Section title="Requests to join">
      <List empty="Nobody waits to be let in.">
        {(pending ?? []).map(({ id, member, requestedAt }) => (
          <li key={id}>
            <span className="row">
              <PersonLink person={member} />
              <Time className="soft" at={requestedAt} />
            </span>
            <Decide
              id={id}
              who={member?.displayName ?? 'somebody'}
              document={DecideRequestDocument}
            />
          </li>
        ))}
      </List>
    </Section>
  )
}

/** With the messages that they sent. */
export function Applications({ roles }: DeskWholeFragment) {
  const waiting = roles.nodes.flatMap(({ title, waiting }) =>
    (waiting?.nodes ?? [])
      .filter(({ status, withdrawnAt }) => status === 'pending' && !withdrawnAt)
      .map((application) => ({ ...application, title })),
  )
  return (
    <Section title="Applications">
      {waiting.length === 0 && <p className="soft">Nobody waits for a role.</p>}
      <ul className="entries">
        {waiting.map(({ id, title, applicant, appliedAt, message }) => (
          <li key={id}>
            <p className="row">
              <PersonLink person={applicant} />
              <span className="soft">
                {applicant && `level ${applicant.level}, `}for {title}, <Time at={appliedAt} />
              </span>
            </p>
            {message && <blockquote className="text">{message}</blockquote>}
            <Decide
              id={id}
              who={`${applicant?.displayName ?? 'somebody'} as ${title}`}
              document={DecideApplicationDocument}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface DecideProps {
  id: string
  who: string
  document: TypedDocumentNode<unknown, { id: string; accept: boolean }>
}

function Decide({ id, who, document }: DecideProps) {
  const accept = { id, accept: true }
  const decline = { id, accept: false }
  return (
    <span className="actions">
      <Action
        label="Accept"
        description={`Accept ${who}`}
        document={document}
        variables={accept}
        opposite={decline}
      />
      <Action
        label="Decline"
        description={`Decline ${who}`}
        quiet
        document={document}
        variables={decline}
        opposite={accept}
      />
    </span>
  )
}
