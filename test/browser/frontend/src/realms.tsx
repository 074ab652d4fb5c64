// Realms, and who is in them.
import { EnterDocument, type RealmPartsFragment } from './generated/graphql.ts'
import { Action, Section } from './section.tsx'

export function Realms({ realms }: { realms: readonly RealmPartsFragment[] }) {
  return (
    <Section title="Realms">
      {realms.map(({ id, name, presence }) => (
        <li key={id}>
          {name}, {presence?.totalCount} here:{' '}
          {presence?.nodes.map(({ identity }) => identity?.displayName).join(', ')}
          <Action label="Enter" document={EnterDocument} variables={{ id }} />
        </li>
      ))}
    </Section>
  )
}
