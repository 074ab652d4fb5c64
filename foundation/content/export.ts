// Exports content as a file that an operator can apply to another system.
import type { AnyContentKind, ContentContext, ContentItem, StoredItem } from './kind.ts'
import { peopleOf, withUsernames, type PersonName } from './people.ts'
import { fieldOf } from './walk.ts'

export type ContentLists = Record<string, ContentItem[]>

/** All items of each list of the service, as one file with usernames. */
export async function exportContent<Tables>(
  ctx: ContentContext<Tables>,
  kinds: readonly AnyContentKind<Tables>[],
  usernamesOf: (ids: readonly string[]) => Promise<PersonName>,
): Promise<ContentLists> {
  const stored: { kind: AnyContentKind<Tables>; items: StoredItem[] }[] = []
  for (const kind of kinds) {
    const items = (await kind.find(ctx)).filter(({ portable = true }) => portable)
    stored.push({ kind, items })
  }
  const people = stored.flatMap(({ kind, items }) =>
    items.flatMap(({ item }) => peopleOf(kind, item)),
  )
  const usernameOf = await usernamesOf([...new Set(people)])
  const lists: ContentLists = {}
  const byId = new Map<string, object>()
  for (const { kind, items } of stored) {
    for (const { id, parentId, item } of items) {
      const holder = kind.within === undefined ? lists : byId.get(parentId ?? '')
      if (!holder) continue
      const shown = inOrder(kind, withUsernames(kind, item, usernameOf))
      listIn(holder, kind.list).push(shown)
      byId.set(id, shown)
    }
  }
  return lists
}

function listIn(holder: object, name: string): ContentItem[] {
  return ((holder as ContentLists)[name] ??= [])
}

/** The fields of an item, in schema order. */
function inOrder({ properties }: AnyContentKind, item: ContentItem): ContentItem {
  const fields = ['key', ...Object.keys(properties), 'createdAt']
  const present = fields.filter((field) => (fieldOf(item, field) ?? null) !== null)
  return Object.fromEntries(present.map((field) => [field, fieldOf(item, field)])) as never
}
