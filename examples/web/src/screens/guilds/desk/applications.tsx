// Who applies for a role, with the message that they sent.
import { Action } from '../../../components/action.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { Section } from '../../../components/section.tsx'
import { Time } from '../../../components/time.tsx'
import {
  DecideApplicationDocument,
  type DeskApplicationFragment,
  type DeskWholeFragment,
} from './generated/graphql.ts'

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
        {waiting.map((application) => (
          <Application key={application.id} {...application} />
        ))}
      </ul>
    </Section>
  )
}

function Application(application: DeskApplicationFragment & { title: string }) {
  const { id, title, applicant, appliedAt, message } = application
  const who = applicant?.displayName ?? 'somebody'
  return (
    <li>
      <p className="by">
        <PersonLink person={applicant} />
        <span className="soft">
          {applicant && `level ${applicant.level}, `}for {title}, <Time at={appliedAt} />
        </span>
      </p>
      {message && <blockquote className="text">{message}</blockquote>}
      <p className="actions">
        <Action
          label="Accept"
          description={`Accept ${who} as ${title}`}
          document={DecideApplicationDocument}
          variables={{ id, accept: true }}
          opposite={{ id, accept: false }}
        />
        <Action
          label="Decline"
          description={`Decline ${who} as ${title}`}
          quiet
          document={DecideApplicationDocument}
          variables={{ id, accept: false }}
          opposite={{ id, accept: true }}
        />
      </p>
    </li>
  )
}
