// Founds a guild.
import { Draft } from '../../../components/forms/disclosure.tsx'
import { Screen } from '../../../components/screen.tsx'
import { useLive } from '../../../graphql/use-live.ts'
import { guildFields } from '../words.tsx'
import { FoundGuildDocument, NewGuildDocument } from './generated/graphql.ts'

export function Component() {
  const live = useLive(NewGuildDocument, undefined, {})
  return (
    <Screen title="Found a guild" live={live}>
      {({ me }) => (
        <section className="card narrow" aria-label="Your guild">
          {me && (
            <p className="soft">It will be a guild of {me.house}, and you its first steward.</p>
          )}
          <Draft
            fields={guildFields()}
            submit="Found it"
            document={FoundGuildDocument}
            variables={({ joining, ...input }) => ({
              input: { ...input, openToJoin: joining === 'open' },
            })}
            next={({ foundOrganization }) => `/guilds/${foundOrganization?.id}`}
          />
        </section>
      )}
    </Screen>
  )
}
