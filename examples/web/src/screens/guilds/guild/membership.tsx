// The person's membership of a guild, and how it begins and ends.
import { Link } from 'react-router'
import { Action } from '../../../components/action.tsx'
import { MembershipChip } from '../words.tsx'
import {
  JoinGuildDocument,
  LeaveGuildDocument,
  type GuildWholeFragment,
} from './generated/graphql.ts'

export function Membership(guild: GuildWholeFragment) {
  const { id, openToJoin, myMembership } = guild
  const join = openToJoin ? 'Join' : 'Ask to join'
  const isIn = myMembership !== null && !myMembership.leftAt && myMembership.status !== 'rejected'
  return (
    <div className="actions" aria-live="polite">
      {myMembership && !myMembership.leftAt && <MembershipChip {...myMembership} />}
      {isIn ? (
        <Leave guild={guild} {...myMembership} />
      ) : (
        <Action label={join} document={JoinGuildDocument} variables={{ id }} />
      )}
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
