// Who asks to join.
import { Action } from '../../../components/action.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { List, Section } from '../../../components/section.tsx'
import { Time } from '../../../components/time.tsx'
import {
  DecideRequestDocument,
  type DeskRequestFragment,
  type DeskWholeFragment,
} from './generated/graphql.ts'

export function Requests({ requests }: DeskWholeFragment) {
  const pending = requests?.nodes.filter(({ status, leftAt }) => status === 'pending' && !leftAt)
  return (
    <Section title="Requests to join">
      <List empty="Nobody waits to be let in.">
        {(pending ?? []).map((request) => (
          <Request key={request.id} {...request} />
        ))}
      </List>
    </Section>
  )
}

function Request({ id, member, requestedAt }: DeskRequestFragment) {
  const who = member?.displayName ?? 'somebody'
  return (
    <li>
      <span className="by">
        <PersonLink person={member} />
        <span className="soft">
          <Time at={requestedAt} />
        </span>
      </span>
      <span className="actions">
        <Action
          label="Accept"
          description={`Accept ${who}`}
          document={DecideRequestDocument}
          variables={{ id, accept: true }}
          opposite={{ id, accept: false }}
        />
        <Action
          label="Decline"
          description={`Decline ${who}`}
          quiet
          document={DecideRequestDocument}
          variables={{ id, accept: false }}
          opposite={{ id, accept: true }}
        />
      </span>
    </li>
  )
}
