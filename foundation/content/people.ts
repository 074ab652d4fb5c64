// People in content: usernames in files, ids in databases. No name means the system identity.
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import type { AnyContentKind, ContentFile, ContentItem } from './kind.ts'
import { fieldOf, walkItems } from './walk.ts'

/** Maps one identifier of a person to another, e.g. username to id; undefined if unknown. */
export type PersonName = (name: string) => string | undefined

/** The usernames that files name, each once. */
export function namedPeople(
  kinds: readonly AnyContentKind[],
  files: readonly ContentFile[],
): string[] {
  const names = new Set<string>()
  for (const { kind, item } of walkItems(kinds, files)) {
    for (const name of peopleOf(kind, item)) names.add(name)
  }
  return [...names]
}

export function peopleOf({ people = [] }: AnyContentKind, item: ContentItem): string[] {
  return people.map((field) => fieldOf(item, field)).filter((name) => typeof name === 'string')
}

/** An item of a file with ids instead of usernames; the system identity where none is named. */
export function withIds<Item extends ContentItem>(
  { people = [] }: AnyContentKind,
  item: Item,
  idOf: PersonName,
): Item {
  const ids = people.map((field) => {
    const username = fieldOf(item, field)
    return [field, typeof username === 'string' ? idOf(username) : ECOSYSTEM_ID]
  })
  return { ...item, ...(Object.fromEntries(ids) as object) }
}

/** A stored item with usernames instead of ids; none for the system identity. */
export function withUsernames<Item extends ContentItem>(
  { people = [] }: AnyContentKind,
  item: Item,
  usernameOf: PersonName,
): Item {
  const names = people.map((field) => {
    const id = fieldOf(item, field)
    return [field, typeof id === 'string' && id !== ECOSYSTEM_ID ? usernameOf(id) : undefined]
  })
  return { ...item, ...(Object.fromEntries(names) as object) }
}
