// One guild: what it is for, who is in it, and the roles that it gives.
import { Link, useParams } from 'react-router'
import { Action } from '../../../components/action.tsx'
import { Endless } from '../../../components/lists.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { Screen, Section } from '../../../components/screen.tsx'
import { countText } from '../../../components/text.ts'
import { Time } from '../../../components/time.tsx'
import { useLive } from '../../../graphql/use-live.ts'
import { MembershipChip } from '../words.tsx'
import {
  GuildDocument,
  GuildLiveDocument,
  JoinGuildDocument,
  LeaveGuildDocument,
  type GuildWholeFragment,
} from './generated/graphql.ts'
import { Roles } from './roles.tsx'
import '../guilds.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(GuildDocument, GuildLiveDocument, { id })
  return (
    <Screen title={live.data?.organization?.name ?? 'Guild'} live={live}>
      {({ organization, me }) =>
        organization && (
          <div className="columns">
            <div className="stack">
              <About {...organization} />
              <Roles guild={organization} level={me?.level ?? 0} />
            </div>
            <Members {...organization} />
          </div>
        )
      }
    </Screen>
  )
}

function About(guild: GuildWholeFragment) {
  const { description, house, createdAt, retiredAt, moderation } = guild
  return (
    <article className="card" data-house={house}>
      <p className="soft">
        <span className="house">{house}</span>, founded <Time at={createdAt} />
      </p>
      {moderation && <p role="note">An administrator has hidden it: {moderation.reason}</p>}
      <p className="text">{description}</p>
      {retiredAt ? (
        <p className="soft">It is retired, so nobody can join.</p>
      ) : (
        <Membership {...guild} />
      )}
    </article>
  )
}

/** The person's membership, and how it begins and ends. */
function Membership({ id, name, openToJoin, myMembership }: GuildWholeFragment) {
  const mine = myMembership?.leftAt ? undefined : myMembership
  return (
    <div className="actions" aria-live="polite">
      {mine && <MembershipChip {...mine} />}
      {(!mine || mine.status === 'rejected') && (
        <Action
          label={openToJoin ? 'Join' : 'Ask to join'}
          document={JoinGuildDocument}
          variables={{ id }}
        />
      )}
      {mine?.status === 'active' && mine.steward && (
        <Link className="button" to="desk">
          Open the steward’s desk
        </Link>
      )}
      {mine?.status === 'active' && (
        <Action
          label="Leave"
          quiet
          confirm={`Leave ${name}? Your roles in it end, and your applications are withdrawn.`}
          document={LeaveGuildDocument}
          variables={{ id }}
        />
      )}
      {mine?.status === 'pending' && (
        <Action
          label="Withdraw the request"
          quiet
          document={LeaveGuildDocument}
          variables={{ id }}
        />
      )}
    </div>
  )
}

function Members({ members, memberCount }: GuildWholeFragment) {
  return (
    <Section title={countText(memberCount, 'member', 'members')}>
      <Endless pageInfo={members.pageInfo} size={20}>
        <ul className="members">
          {members.edges.map(({ node: { id, member, steward } }) => (
            <li key={id} className="row">
              <PersonLink person={member} />
              {steward && <span className="chip">Steward</span>}
            </li>
          ))}
        </ul>
      </Endless>
    </Section>
  )
}
