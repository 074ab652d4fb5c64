// The JSON Schema of content files, which editors complete and the command checks.
import type { AnyContentKind } from '#foundation/content/kind.ts'
import { exactly, type JsonSchema } from '#foundation/http/openapi.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'

/** How many items a list may hold. */
const LIST_ITEMS = 10_000

type Described = Pick<AnySubgraph, 'title' | 'content'>

/** The schema of the files of all these services, for editors. A file holds the lists of one of them. */
export function contentSchema(services: readonly Described[]): JsonSchema {
  const lists = services.map(firstLists)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Content',
    description:
      'Content files of the services, one file for each service. See docs/operations/content.md.',
    type: 'object',
    minProperties: 1,
    properties: Object.assign({}, ...lists) as object,
    additionalProperties: false,
  }
}

export function serviceContentSchema(service: Described): JsonSchema {
  return exactly(firstLists(service), Object.keys(firstLists(service)))
}

function firstLists({ title, content = [] }: Described): Record<string, JsonSchema> {
  const first = content.filter(({ within }) => within === undefined)
  return Object.fromEntries(
    first.map((kind) => [kind.list, list(kind, content, `${title}: its ${kind.list}.`)]),
  )
}

function list(
  kind: AnyContentKind,
  kinds: readonly AnyContentKind[],
  description: string,
): JsonSchema {
  const { count = { min: 0, max: LIST_ITEMS } } = kind
  const inner = kinds.filter(({ within }) => within === kind.list)
  const lists = inner.map((child) => [child.list, list(child, kinds, `Its ${child.list}.`)])
  const properties: Record<string, JsonSchema> = {
    key: keySchema(kind),
    createdAt: CREATED_AT,
    ...kind.properties,
    ...Object.fromEntries(lists),
  }
  const needed = inner.filter((child) => child.count && child.count.min > 0)
  const required = ['key', ...kind.required, ...needed.map((child) => child.list)]
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const bounds = { ...(count.min > 0 && { minItems: count.min }), maxItems: count.max }
  return { type: 'array', ...bounds, description, items: exactly(properties, optional) }
}

/** Keys are unique in their list only, if the kind derives ids from them itself. */
function keySchema({ within, idOf }: AnyContentKind): JsonSchema {
  const reach = idOf && within !== undefined ? 'in its list' : 'in the service'
  return {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: `Identifies the item: a new key creates a new item. Unique ${reach}.`,
  }
}

const CREATED_AT: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: 'When it was added, for the order of lists. Without it: when it is first applied.',
}
