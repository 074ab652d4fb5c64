// One guild: what it is for, who is in it, and the roles that it gives.
import { useParams } from 'react-router'
import { Endless } from '../../../components/endless.tsx'
import { houseKey } from '../../../components/house.ts'
import { countText } from '../../../components/number-text.ts'
import { PersonLink } from '../../../components/person.tsx'
import { Screen } from '../../../components/screen.tsx'
import { Section } from '../../../components/section.tsx'
import { Time } from '../../../components/time.tsx'
import { useLive, type Live } from '../../../graphql/use-live.ts'
import { GuildDocument, GuildLiveDocument, type GuildWholeFragment } from './generated/graphql.ts'
import { Membership } from './membership.tsx'
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
            <Members guild={organization} fetchMore={live.fetchMore} />
          </div>
        )
      }
    </Screen>
  )
}

function About(guild: GuildWholeFragment) {
  const { description, house, createdAt, retiredAt, moderation } = guild
  return (
    <article className="card" data-house={houseKey(house)}>
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

interface MembersProps extends Pick<Live<unknown>, 'fetchMore'> {
  guild: GuildWholeFragment
}

function Members({ guild: { members, memberCount }, fetchMore }: MembersProps) {
  return (
    <Section title={countText(memberCount, 'member', 'members')}>
      <Endless pageInfo={members.pageInfo} fetchMore={fetchMore}>
        <ul className="members">
          {members.edges.map(({ node: { id, member, steward } }) => (
            <li key={id}>
              <PersonLink person={member} />
              {steward && <span className="chip">Steward</span>}
            </li>
          ))}
        </ul>
      </Endless>
    </Section>
  )
}
