// A person in a list or a sentence: their picture and their name lead to their profile. Spread `...PersonLink`.
import { Link } from 'react-router'
import type { PersonLinkFragment } from '../fragments/generated/graphql.ts'

interface PersonLinkProps {
  /** Null if they have left, or if the ID service is away. */
  person: PersonLinkFragment | null | undefined
}

export function PersonLink({ person }: PersonLinkProps) {
  if (!person) return <span className="soft">Somebody</span>
  const { id, displayName, username, picture } = person
  return (
    <Link className="person-link" to={`/people/${id}`} title={`@${username}`}>
      <img src={picture} alt="" width="28" height="28" loading="lazy" />
      <span>{displayName}</span>
    </Link>
  )
}
