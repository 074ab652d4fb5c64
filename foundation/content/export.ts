// Content as a file: what an operator applies to another system to get the same lists.
import type { AnyContentKind, ContentContext, ContentItem } from './kind.ts'
import { withPeople, type PersonName } from './place.ts'

/** All that the service has of each list, in the form of one file; people by their usernames. */
export async function exportContent<Tables>(
  ctx: ContentContext<Tables>,
  kinds: readonly AnyContentKind<Tables>[],
  usernameOf: PersonName,
): Promise<Record<string, ContentItem[]>> {
  const lists: Record<string, ContentItem[]> = {}
  const byId = new Map<string, ContentItem>()
  for (const kind of kinds) {
    for (const { id, parentId, item } of await kind.find(ctx)) {
      const shown = withPeople(kind, item, usernameOf)
      const holder = kind.within === undefined ? lists : byId.get(parentId ?? '')
      if (!holder) continue
      const list = ((holder as Record<string, unknown>)[kind.list] ??= []) as ContentItem[]
      list.push(shown)
      byId.set(id, shown)
    }
  }
  return lists
}
