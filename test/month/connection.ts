// Reads whole lists, page by page, as an app does.
import type { Resident } from './resident.ts'

interface Page<Item> {
  nodes: Item[]
  totalCount: number
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

/**
 * Every item of a list, as long as it may be. `path` leads to it from the root, such as `me.votes`;
 * `selection` is of an item.
 */
export async function readWhole<Item>(
  resident: Resident,
  path: string,
  selection: string,
): Promise<Item[]> {
  const fields = path.split('.')
  const list = `(first: 100, after: $after) { nodes { ${selection} } totalCount pageInfo { hasNextPage endCursor } }`
  const query = `query ($after: String) { ${fields.join(' { ')}${list} ${'}'.repeat(fields.length)}`
  const items: Item[] = []
  let after: string | null = null
  do {
    let found: unknown = await resident.ask(query, { after })
    for (const field of fields) found = (found as Record<string, unknown>)[field]
    const { nodes, totalCount, pageInfo } = found as Page<Item>
    items.push(...nodes)
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    if (after === null && items.length !== totalCount) {
      throw new Error(`${path} has ${items.length} items, but a total of ${totalCount}.`)
    }
  } while (after !== null)
  return items
}
