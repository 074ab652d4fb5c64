// What the guild says of itself, and who can join.
import type { Field } from '../../../components/forms/field.tsx'
import { Disclosure } from '../../../components/forms/disclosure.tsx'
import { MutationForm } from '../../../components/forms/mutation-form.tsx'
import { Section } from '../../../components/section.tsx'
import { EditGuildDocument, type DeskWholeFragment } from './generated/graphql.ts'

const fieldsOf = ({ name, description, openToJoin }: DeskWholeFragment) =>
  [
    { name: 'name', label: 'Name', maxLength: 100, value: name },
    {
      name: 'description',
      label: 'What it is for',
      kind: 'lines',
      maxLength: 2000,
      value: description,
    },
    {
      name: 'joining',
      label: 'Who can join',
      options: { open: 'Everybody', request: 'Whom a steward accepts' },
      value: openToJoin ? 'open' : 'request',
    },
  ] as const satisfies Field[]

export function Settings(guild: DeskWholeFragment) {
  const { id, openToJoin } = guild
  return (
    <Section title="The guild">
      <p className="soft">
        {openToJoin ? 'Everybody can join.' : 'Whoever wants to join asks the stewards.'}
      </p>
      <Disclosure name="form" value="guild" label="Change the guild">
        {(close) => (
          <MutationForm
            fields={fieldsOf(guild)}
            submit="Save"
            document={EditGuildDocument}
            variables={({ name, description, joining }) => ({
              input: { id, name, description, openToJoin: joining === 'open' },
            })}
            onDone={close}
          />
        )}
      </Disclosure>
    </Section>
  )
}
