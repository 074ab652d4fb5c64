// Founds a guild.
import { useNavigate } from 'react-router'
import type { Field } from '../../../components/forms/field.tsx'
import { Draft } from '../../../components/forms/draft.tsx'
import { MutationForm } from '../../../components/forms/mutation-form.tsx'
import { Screen } from '../../../components/screen.tsx'
import { useLive } from '../../../graphql/use-live.ts'
import { FoundGuildDocument, NewGuildDocument } from './generated/graphql.ts'

const FIELDS = [
  { name: 'name', label: 'Name', maxLength: 100 },
  { name: 'description', label: 'What it is for', kind: 'lines', maxLength: 2000 },
  {
    name: 'joining',
    label: 'Who can join',
    options: { open: 'Everybody', request: 'Whom a steward accepts' },
  },
] as const satisfies Field[]

export function Component() {
  const live = useLive(NewGuildDocument, undefined, {})
  return (
    <Screen title="Found a guild" live={live}>
      {({ me }) => (
        <section className="card narrow" aria-label="Your guild">
          {me && (
            <p className="soft">It will be a guild of {me.house}, and you its first steward.</p>
          )}
          <Found />
        </section>
      )}
    </Screen>
  )
}

function Found() {
  const navigate = useNavigate()
  return (
    <Draft>
      <MutationForm
        fields={FIELDS}
        submit="Found it"
        document={FoundGuildDocument}
        variables={({ name, description, joining }) => ({
          input: { name, description, openToJoin: joining === 'open' },
        })}
        onDone={({ foundOrganization }) => void navigate(`/guilds/${foundOrganization?.id}`)}
      />
    </Draft>
  )
}
