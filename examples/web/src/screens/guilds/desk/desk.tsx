// The steward's desk of a guild: who wants to come in, who wants a role, and what the guild is like.
import { Link, useParams } from 'react-router'
import { Disclosure } from '../../../components/forms/disclosure.tsx'
import { Screen, Section } from '../../../components/screen.tsx'
import { useLive } from '../../../graphql/use-live.ts'
import { guildFields } from '../words.tsx'
import {
  DeskDocument,
  DeskLiveDocument,
  EditGuildDocument,
  type DeskWholeFragment,
} from './generated/graphql.ts'
import { Members } from './members.tsx'
import { Roles } from './roles.tsx'
import { Applications, Requests } from './waiting.tsx'
import '../guilds.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(DeskDocument, DeskLiveDocument, { id })
  const name = live.data?.organization?.name
  return (
    <Screen
      title={name === undefined ? 'Steward’s desk' : `Steward’s desk of ${name}`}
      live={live}
      action={<Link to={`/guilds/${id}`}>See the guild</Link>}
    >
      {({ organization: guild, me }) => {
        if (!guild) return null
        if (!guild.myMembership?.steward) return <NotSteward />
        return (
          <div className="columns">
            <div className="stack">
              <Requests {...guild} />
              <Applications {...guild} />
              <Roles {...guild} />
            </div>
            <div className="stack">
              <Members guild={guild} myId={me?.id} />
              {!guild.retiredAt && <Settings {...guild} />}
            </div>
          </div>
        )
      }}
    </Screen>
  )
}

function NotSteward() {
  return (
    <section className="card" aria-label="For stewards">
      <p>Only the stewards of this guild have a desk. A steward can appoint you.</p>
    </section>
  )
}

function Settings(guild: DeskWholeFragment) {
  return (
    <Section title="The guild">
      <p className="soft">
        {guild.openToJoin ? 'Everybody can join.' : 'Whoever wants to join asks the stewards.'}
      </p>
      <Disclosure
        label="Change the guild"
        parameter={['form', 'guild']}
        fields={guildFields(guild)}
        submit="Save"
        document={EditGuildDocument}
        variables={({ joining, ...input }) => ({
          input: { id: guild.id, ...input, openToJoin: joining === 'open' },
        })}
      />
    </Section>
  )
}
