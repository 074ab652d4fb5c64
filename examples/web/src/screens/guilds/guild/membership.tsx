// The person's membership of a guild, and how it begins and ends.
import { Link } from 'react-router'
import { Action } from '../../../components/action.tsx'
import { MembershipChip } from '../words.tsx'
import {
  JoinGuildDocument,
  LeaveGuildDocument,
  type GuildWholeFragment,
  type JoinGuildMutation,
} from './generated/graphql.ts'

export function Membership(guild: GuildWholeFragment) {
  const { id, openToJoin, myMembership } = guild
  const isIn = myMembership !== null && !myMembership.leftAt && myMembership.status !== 'rejected'
  return (
    <div className="actions" aria-live="polite">
      {myMembership && !myMembership.leftAt && <MembershipChip {...myMembership} />}
      {isIn && <Leave guild={guild} {...myMembership} />}
      <Action
        label={openToJoin ? 'Join' : 'Ask to join'}
        document={JoinGuildDocument}
        variables={{ id }}
        optimistic={joined(guild)}
        done={isIn && <></>}
      />
    </div>
  )
}

type Mine = NonNullable<GuildWholeFragment['myMembership']>

function Leave({ guild: { id, name }, status, steward }: Mine & { guild: GuildWholeFragment }) {
  if (status === 'pending') {
    return (
      <Action label="Withdraw the request" quiet document={LeaveGuildDocument} variables={{ id }} />
    )
  }
  return (
    <>
      {steward && (
        <Link className="button" to="desk">
          Open the steward’s desk
        </Link>
      )}
      <Action
        label="Leave"
        quiet
        confirm={`Leave ${name}? Your roles in it end, and your applications are withdrawn.`}
        document={LeaveGuildDocument}
        variables={{ id }}
      />
    </>
  )
}

/** What the response will probably be; the list of members comes with it. */
function joined(guild: GuildWholeFragment): JoinGuildMutation {
  const { openToJoin, memberCount } = guild
  return {
    __typename: 'Mutation',
    joinOrganization: {
      __typename: 'JoinResult',
      membership: {
        __typename: 'Membership',
        id: `my membership of ${guild.id}`,
        organization: {
          ...guild,
          memberCount: memberCount + Number(openToJoin),
          myMembership: {
            __typename: 'Membership',
            id: `my membership of ${guild.id}`,
            status: openToJoin ? 'active' : 'pending',
            steward: false,
            leftAt: null,
          },
        },
      },
    },
  }
}
