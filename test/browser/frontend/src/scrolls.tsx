// Scrolls of others, and the person's own.
import {
  EditScrollDocument,
  PublishDocument,
  WithdrawScrollDocument,
  type ScrollPartsFragment,
  type WritingsFragment,
} from './generated/graphql.ts'
import { Action, Section } from './section.tsx'

interface ScrollsProps {
  scrolls: readonly ScrollPartsFragment[]
  person: WritingsFragment
}

const DRAFT = { title: 'The Second Winter', content: 'We had two stoves.' }

export function Scrolls({ scrolls, person }: ScrollsProps) {
  const others = scrolls.filter(({ authorIdentity }) => authorIdentity?.id !== person.id)
  return (
    <>
      <Section title="Scrolls of others">
        {others.map(({ id, title, author, visibility }) => (
          <li key={id}>
            {title} by {author}, {visibility}
          </li>
        ))}
      </Section>
      <Section title="Your scrolls">
        {person.scrolls?.nodes.map((scroll) => (
          <OwnScroll key={scroll.id} {...scroll} />
        ))}
        <li>
          {person.scrolls?.totalCount} in all
          <Action label="Publish" document={PublishDocument} variables={{ input: DRAFT }} />
        </li>
      </Section>
    </>
  )
}

function OwnScroll({ id, title, author, editedAt }: ScrollPartsFragment) {
  const variables = { id, title: `${DRAFT.title}, Told Again` }
  return (
    <li>
      {title} by {author}, {editedAt ? `edited ${editedAt}` : 'as it was published'}
      <Action label="Edit" document={EditScrollDocument} variables={variables} />
      <Action label="Withdraw" document={WithdrawScrollDocument} variables={{ id }} />
    </li>
  )
}
