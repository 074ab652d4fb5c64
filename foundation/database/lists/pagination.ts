// Pages of long lists: keyset cursors for GraphQL, offsets for REST pages, one order for both.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { executeWith, statementOf, type Values } from '#foundation/database/built-once.ts'
import { encodeCursor } from '#foundation/database/lists/cursor.ts'
import { executePage } from '#foundation/database/lists/deep-pages.ts'
import { ofEachParent } from '#foundation/database/reads/each-parent.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
import { Edge, PageInfo, type Page } from '#foundation/database/lists/page-info.ts'
import {
  readPage,
  type PageArguments,
  type WantedPage,
} from '#foundation/database/lists/page-arguments.ts'
import {
  countOf,
  NEWEST_FIRST,
  pageOf,
  shapeOf,
  skippingPageOf,
  valuesOf,
  type List,
  type Order,
} from '#foundation/database/lists/page-statement.ts'

export type { PageArguments }

/** A list, as the resolvers of a connection type expect it. Page and count are read in one turn of the event loop. */
export interface Connection<Node> {
  /** Reads the page on the first call. */
  page: () => Promise<Page<Node>>
  /** Counts the whole list. */
  count: () => Promise<number>
}

/** The values of a row in its cursor. */
export type CursorKeyOf<Row> = (row: Row) => { at: Date | number | string; id: string }

interface ListOptions {
  values?: Values
  total?: (() => Promise<number>) | undefined
  isSearch?: boolean
  isFiltered?: boolean
}

/**
 * Pages of a list; they need an index on the order's columns. `values` belong to the list's own placeholders.
 * `total` is for a list whose count is kept; others are counted. `isSearch`: no index has the rows in this
 * order, so they are found only once for a page. `isFiltered`: a page may read many rows that the conditions exclude.
 * @throws VALIDATION_ERROR as `readPage`
 */
export async function paginate<DB, Table extends keyof DB, Row>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, Table, Row>,
  page: PageArguments,
  cursorKeyOf: CursorKeyOf<Row>,
  order = NEWEST_FIRST,
  { values = {}, total, isSearch = false, isFiltered = false }: ListOptions = {},
): Promise<Connection<Row>> {
  const list = query as unknown as List<Row>
  const wanted = readPage(page, order)
  const isSkipping = wanted.offset > 0 && !isSearch
  const shape = `${shapeOf(order, wanted)} ${isSkipping ? 'skipping' : ''}`
  const statement = statementOf(query, shape, () =>
    isSkipping ? skippingPageOf(db, list, order, wanted) : pageOf(list, order, wanted),
  )
  // A search skips at most a thousand rows.
  const cost = { skipped: isSearch ? 0 : wanted.offset, isSlow: isFiltered }
  const read = () => executePage(db, statement, { ...values, ...valuesOf(wanted) }, cost)
  const countList = async () => {
    const counted = statementOf(query, 'count', () => countOf(list))
    const [row] = await executeWith(db, counted, values)
    return row!.total
  }
  return connection(read, wanted, cursorKeyOf, order, total ?? countList)
}

/** Pages of a list that every parent has, e.g. each person's completed quests. */
export interface PageLoader<Row> {
  load(parentId: string, page: PageArguments): Promise<Connection<Row>>
}

/**
 * Loads the pages of any number of parents by one statement, and their counts by another. `listOf` takes the
 * SQL of the parent's id. `totalOf` is for a list whose count is kept, or counted in another way. Create a loader
 * for each request; a `listOf` that requests share is built once, with `values` for its own placeholders.
 */
export function createPageLoader<DB, Row>(
  db: Kysely<DB>,
  listOf: (parentId: RawBuilder<string>) => SelectQueryBuilder<never, never, Row>,
  cursorKeyOf: CursorKeyOf<Row>,
  order = NEWEST_FIRST,
  totalOf = (id: RawBuilder<string>): List<{ total: number }> => countOf(listOf(id)),
  values: () => Values = () => ({}),
): PageLoader<Row> {
  const parentId = sql.ref<string>('parent.parent_id')
  const pages = new Map<string, DataLoader<string, Row[]>>()
  const counts = new DataLoader(async (ids: readonly string[]) => {
    const statement = statementOf(listOf, 'total', () => ofEachParent(db, totalOf(parentId)))
    const rows = await rowsByIds(db, statement, { ids, column: 'parentId', values: values() })
    return rows.map(([row]) => row?.total ?? 0)
  })
  const pagesLike = (page: WantedPage): DataLoader<string, Row[]> => {
    const load = (ids: readonly string[]): Promise<Row[][]> => {
      const statement = statementOf(listOf, shapeOf(order, page), () =>
        ofEachParent(db, pageOf(listOf(parentId), order, page)),
      )
      return rowsByIds(db, statement, {
        ids,
        column: 'parentId',
        values: { ...values(), ...valuesOf(page) },
        rowsOfEach: page.size + 1,
        skippedOfEach: page.offset,
      })
    }
    return pages.getOrInsertComputed(JSON.stringify(page), () => new DataLoader(load))
  }
  return {
    async load(id, page) {
      const wanted = readPage(page, order)
      const read = () => pagesLike(wanted).load(id)
      return connection(read, wanted, cursorKeyOf, order, () => counts.load(id))
    },
  }
}

function connection<Row>(
  read: () => Promise<Row[]>,
  wanted: WantedPage,
  cursorKeyOf: CursorKeyOf<Row>,
  { end, name }: Order,
  count: () => Promise<number>,
): Connection<Row> {
  let page: Promise<Page<Row>> | undefined
  const cursorOf = (row: Row) => encodeCursor(cursorKeyOf(row), name)
  const readRows = async () => {
    const found = await read()
    const rows =
      end === undefined ? found : found.filter((row) => Number(cursorKeyOf(row).at) <= end)
    return pageOfRows(rows, wanted, cursorOf)
  }
  return { page: () => (page ??= readRows()), count }
}

/**
 * `rows` has one more than the page if more follow in its direction. In the other direction there is at least the
 * item of the cursor in `after` or `before`.
 */
function pageOfRows<Row>(
  rows: Row[],
  { size, offset, backward, after, before }: WantedPage,
  cursorOf: (row: Row) => string,
): Page<Row> {
  const nodes = rows.slice(0, size)
  if (backward) nodes.reverse()
  const hasMore = rows.length > size
  return {
    nodes,
    cursorOf,
    hasNextPage: before !== undefined || (hasMore && !backward),
    hasPreviousPage: after !== undefined || offset > 0 || (hasMore && backward),
  }
}

/** An item with its cursor, for the response of a mutation that adds it to a list. */
export function edgeOf<Row>(
  node: Row,
  cursorKeyOf: CursorKeyOf<Row>,
): { node: Row; cursor: string } {
  return { node, cursor: encodeCursor(cursorKeyOf(node)) }
}

/** Resolvers of every connection type. */
export const connectionResolvers = {
  async nodes<Node>(list: Connection<Node>) {
    const { nodes } = await list.page()
    return nodes
  },
  async edges<Node>(list: Connection<Node>) {
    const page = await list.page()
    return page.nodes.map((node) => new Edge(node, page))
  },
  pageInfo: async <Node>(list: Connection<Node>) => new PageInfo(await list.page()),
  totalCount: <Node>({ count }: Connection<Node>) => count(),
}
