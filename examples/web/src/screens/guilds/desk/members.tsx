// The members: stewards are appointed and dismissed, and others removed.
import { Action } from '../../../components/action.tsx'
import { Endless } from '../../../components/lists.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { Section } from '../../../components/screen.tsx'
import {
  AppointStewardDocument,
  DismissStewardDocument,
  RemoveMemberDocument,
  ResignStewardDocument,
  type DeskMemberFragment,
  type DeskWholeFragment,
} from './generated/graphql.ts'

interface MembersProps {
  guild: DeskWholeFragment
  myId: string | undefined
}

export function Members({ guild: { id, members }, myId }: MembersProps) {
  return (
    <Section title="Members">
      <Endless pageInfo={members.pageInfo} size={20}>
        <ul className="rows">
          {members.edges.map(({ node }) => (
            <li key={node.id}>
              <span className="row">
                <PersonLink person={node.member} />
                {node.steward && <span className="chip">Steward</span>}
              </span>
              <span className="actions">
                {node.member?.id === myId ? (
                  <Action
                    label="Resign"
                    description="Resign as a steward"
                    quiet
                    confirm="Resign as a steward? You stay a member, and only another steward can appoint you again."
                    document={ResignStewardDocument}
                    variables={{ id }}
                  />
                ) : (
                  <Other {...node} />
                )}
              </span>
            </li>
          ))}
        </ul>
      </Endless>
    </Section>
  )
}

function Other({ id, steward, member }: DeskMemberFragment) {
  const who = member?.displayName ?? 'somebody'
  if (steward) {
    return (
      <Action
        label="Dismiss"
        description={`Dismiss ${who} as a steward`}
        quiet
        confirm={`Dismiss ${who} as a steward? They stay a member.`}
        document={DismissStewardDocument}
        variables={{ id }}
      />
    )
  }
  return (
    <>
      <Action
        label="Appoint"
        description={`Appoint ${who} as a steward`}
        quiet
        document={AppointStewardDocument}
        variables={{ id }}
      />
      <Action
        label="Remove"
        description={`Remove ${who}`}
        quiet
        confirm={`Remove ${who} from the guild? Their roles end. They may ask to join again.`}
        document={RemoveMemberDocument}
        variables={{ id }}
      />
    </>
  )
}
