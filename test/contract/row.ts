// What a row of the contract table says: an operation, its good answer, and each of its refusals.
import type { ErrorCode } from '#foundation/domain/errors.ts'
import type { Person, TestSystem } from '#test/system.ts'
import type { Shape } from './shape.ts'

/** One request, however it is sent. */
export interface Given {
  as: Person
  /** Path segments, which are variables of the GraphQL document as well. */
  params?: Record<string, string>
  /** Query parameters over REST, and variables of the same names in GraphQL. */
  parameters?: Record<string, string | number | boolean>
  /** The body over REST, and the variable `$input` in GraphQL. */
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

export type Story = (system: TestSystem) => Promise<Given>

export interface Refusal {
  /** Completes the sentence "refuses when …". */
  when: string
  given: Story
  code: ErrorCode
  /** Exactly these. A function stands for a value that only it can judge. */
  details: Record<string, unknown>
}

export interface Row {
  service: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Where REST has none, the name of the field in the schema, e.g. `Mutation.addLesson`. */
  path: string
  /** True for what GraphQL alone answers. */
  graphqlOnly?: true
  /** Every scope it needs. */
  scopes: string[]
  /** The same in GraphQL, selecting one root field. */
  graphql: string
  good: {
    given: Story
    status: 200 | 201
    /** What the root field's value is, and with it the REST response by its form. */
    value: Shape
    /** Of a `record`, `value` is the record; the root field holds it beside `created`. */
    form: 'bare' | 'envelope' | 'list' | 'record'
    record?: string
    /** Lists: the name of the items in the named form, and whether it carries the total. */
    name?: string
    total?: true
    /** Keys that REST leaves out and GraphQL answers as null; in a list, of some items. */
    absent?: string[]
  }
  refusals: Refusal[]
}
