// Lists that can grow: keyset cursors for GraphQL, offsets for the REST pages, one order for both.
import DataLoader from 'dataloader'
import {
  sql,
  type Compilable,
  type CompiledQuery,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'
import { executeWith, placeholder, statementOf } from '#foundation/database/built-once.ts'
import {
  decodeCursor,
  encodeCursor,
  type OrderType,
  type Place,
} from '#foundation/database/cursor.ts'
import { numberIssues, refuseIssues } from '#foundation/domain/bounds.ts'
import { invalidInput } from '#foundation/domain/errors.ts'

/** The arguments of every list field. */
export interface PageArguments {
  first?: number | null | undefined
  after?: string | null | undefined
  offset?: number | null | undefined
}

/** One page of a list, as the resolvers of a connection type expect it. */
export interface Connection<Node> {
  nodes: Node[]
  /** The cursor of a node of this page. */
  cursorOf(node: Node): string
  hasNextPage: boolean
  hasPreviousPage: boolean
  /** Counts the whole list; called only when `totalCount` is selected. */
  count: () => Promise<number>
}

/** What a list is ordered by; the id comes last, so that no two items stand at the same place. */
export interface Order {
  /** A column of timestamps or numbers, as it is called in SQL. */
  column: string
  /** The id column, as it is called in SQL. */
  id: string
  direction: 'asc' | 'desc'
  /** What the column holds: timestamps unless it says otherwise. */
  type?: OrderType
  /** The greatest number that belongs to an ascending list; a page leaves out what follows. */
  end?: number
}

const NEWEST_FIRST: Order = { column: 'created_at', id: 'id', direction: 'desc' }
const DEFAULT_FIRST = 20
const MAX_FIRST = 100
/** How many rows one statement reads: those of a page may be long. */
const ROWS_AT_ONCE = 500

/** A list as a query that names its table and conditions and selects its columns, without an order. */
type List<Row> = SelectQueryBuilder<never, never, Row>

/** The position of a row in the order. */
type PlaceOf<Row> = (row: Row) => { at: Date | number; id: string }

/**
 * A page of a list. An index on the order's columns answers it without a sort.
 * @throws VALIDATION_ERROR for `first` outside 1 to 100, a negative `offset`, a foreign `after`.
 */
export async function paginate<DB, Table extends keyof DB, Row>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, Table, Row>,
  page: PageArguments,
  placeOf: PlaceOf<Row>,
  order = NEWEST_FIRST,
): Promise<Connection<Row>> {
  const list = query as unknown as List<Row>
  const checked = checkedPage(page, order)
  const statement = statementOf(query, shapeOf(checked, order), () => pageOf(list, checked, order))
  const rows = await executeWith(db, statement, valuesOf(checked))
  return connection(rows, checked, placeOf, order, async () => {
    const { total } = await countOf(list).executeTakeFirstOrThrow()
    return total
  })
}

/** Pages of a list that every parent has one of, e.g. the completed quests of each person. */
export interface PageLoader<Row> {
  load(parentId: string, page: PageArguments): Promise<Connection<Row>>
}

/**
 * Loads the pages of any number of parents by one statement, and their counts by another.
 * `listOf` is handed the SQL that stands for the parent's id; `countedOf` is the same list where it is
 * counted in another way than read. Made per request; a `listOf` that is the same for all of them is
 * built once.
 */
export function createPageLoader<DB, Row>(
  db: Kysely<DB>,
  listOf: (parentId: RawBuilder<string>) => SelectQueryBuilder<never, never, Row>,
  placeOf: PlaceOf<Row>,
  order = NEWEST_FIRST,
  countedOf = listOf,
): PageLoader<Row> {
  const parentId = sql.ref<string>('parent.parent_id')
  const pages = new Map<string, DataLoader<string, Row[]>>()
  const counts = new DataLoader(async (ids: readonly string[]) => {
    const statement = statementOf(countedOf, 'count', () =>
      ofEachParent(db, countOf(countedOf(parentId))),
    )
    const rows = await eachParent(db, ids, statement, {}, 1)
    const totals = new Map(rows.map(({ parentId: id, total }) => [id, total]))
    return ids.map((id) => totals.get(id) ?? 0)
  })
  const pagesLike = (page: CheckedPage): DataLoader<string, Row[]> => {
    const key = JSON.stringify(page)
    const known = pages.get(key)
    if (known) return known
    const loader = new DataLoader(async (ids: readonly string[]) => {
      const statement = statementOf(listOf, shapeOf(page, order), () =>
        ofEachParent(db, pageOf(listOf(parentId), page, order)),
      )
      const rows = await eachParent(db, ids, statement, valuesOf(page), page.first + 1)
      const byParent = Map.groupBy(rows, (row) => row.parentId)
      return ids.map((id) => byParent.get(id) ?? [])
    })
    pages.set(key, loader)
    return loader
  }
  return {
    async load(id, page) {
      const checked = checkedPage(page, order)
      const rows = await pagesLike(checked).load(id)
      return connection(rows, checked, placeOf, order, () => counts.load(id))
    },
  }
}

type OfParent<Row> = Row & { parentId: string }

/** A list once for each of the parents whose ids the statement gets; a parent's rows keep its order. */
function ofEachParent<DB, Row>(db: Kysely<DB>, list: List<Row>): Compilable<OfParent<Row>> {
  const statement = sql<OfParent<Row>>`
    select parent.parent_id, item.*
    from unnest(${placeholder('parentIds')}::text[]) as parent (parent_id)
    cross join lateral (${list}) as item`
  return { compile: () => statement.compile(db) }
}

/** Runs such a statement for as many parents at once as have 500 rows together. */
async function eachParent<DB, Row>(
  db: Kysely<DB>,
  ids: readonly string[],
  statement: CompiledQuery<Row>,
  values: Readonly<Record<string, unknown>>,
  rowsOfEach: number,
): Promise<Row[]> {
  const found: Row[][] = []
  const parentsAtOnce = Math.ceil(ROWS_AT_ONCE / rowsOfEach)
  for (let from = 0; from < ids.length; from += parentsAtOnce) {
    const parentIds = ids.slice(from, from + parentsAtOnce)
    found.push(await executeWith(db, statement, { ...values, parentIds }))
  }
  return found.flat()
}

/** The rows of a page, with placeholders for the values that `valuesOf` gives. */
function pageOf<Row>(list: List<Row>, { after }: CheckedPage, order: Order): List<Row> {
  const at = sql.ref(order.column)
  const id = sql.ref(order.id)
  const ordered = list.orderBy(at, order.direction).orderBy(id, order.direction)
  const paged = ordered.limit(placeholder<number>('limit')).offset(placeholder<number>('offset'))
  if (!after) return paged
  const beyond = sql.raw(order.direction === 'desc' ? '<' : '>')
  const type = sql.raw(order.type ?? 'timestamptz')
  const place = sql`(${placeholder('at')}::${type}, ${placeholder('id')})`
  return paged.where(sql<boolean>`(${at}, ${id}) ${beyond} ${place}`)
}

/** Pages of one shape are one statement. */
function shapeOf({ after }: CheckedPage, { column, direction }: Order): string {
  return `${column} ${direction} ${after ? 'after' : 'from the start'}`
}

function valuesOf({ first, offset, after }: CheckedPage): Readonly<Record<string, unknown>> {
  return { limit: first + 1, offset, ...after }
}

function countOf<Row>(list: List<Row>): List<{ total: number }> {
  return list.clearSelect().select(sql<number>`count(*)`.as('total'))
}

function connection<Row>(
  found: Row[],
  { first, offset, after }: CheckedPage,
  placeOf: PlaceOf<Row>,
  { end }: Order,
  count: () => Promise<number>,
): Connection<Row> {
  const rows = end === undefined ? found : found.filter((row) => Number(placeOf(row).at) <= end)
  return {
    nodes: rows.slice(0, first),
    cursorOf: (row) => encodeCursor(placeOf(row)),
    hasNextPage: rows.length > first,
    hasPreviousPage: after !== undefined || offset > 0,
    count,
  }
}

interface CheckedPage {
  first: number
  offset: number
  after: Place | undefined
}

/** Not by @constraint, which comes before the resolver: a list closed to the caller is null for any `first`. */
function checkedPage(
  { first, after, offset }: PageArguments,
  { type = 'timestamptz' }: Order,
): CheckedPage {
  const checked = { first: first ?? DEFAULT_FIRST, offset: offset ?? 0 }
  refuseIssues(numberIssues('first', checked.first, 1, MAX_FIRST))
  if (checked.offset < 0) throw invalidInput([{ field: 'offset', reason: 'must not be negative' }])
  return {
    ...checked,
    after: after === null || after === undefined ? undefined : decodeCursor(after, type),
  }
}

/** Resolvers of every connection type. Cursors are made when they are read. */
export const connectionResolvers = {
  edges: <Node>({ nodes, cursorOf }: Connection<Node>) =>
    nodes.map((node) => ({
      node,
      get cursor() {
        return cursorOf(node)
      },
    })),
  pageInfo: <Node>({ nodes, cursorOf, hasNextPage, hasPreviousPage }: Connection<Node>) => ({
    hasNextPage,
    hasPreviousPage,
    get startCursor() {
      return nodes[0] === undefined ? null : cursorOf(nodes[0])
    },
    get endCursor() {
      return nodes.length === 0 ? null : cursorOf(nodes.at(-1)!)
    },
  }),
  totalCount: <Node>({ count }: Connection<Node>) => count(),
}
