// A row of the contract: an operation, its good response, and each of its refusals.
import type { ErrorCode } from '#foundation/domain/errors.ts'
import type { Person, TestSystem } from '#test/system.ts'
import type { Shape } from './shape.ts'

/** A request, however it is sent. */
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
  /** Completes the title "the request is refused when …". */
  when: string
  given: Story
  code: ErrorCode
  /** The exact details. A function checks a value that only it can judge. */
  details: Record<string, unknown>
}

export interface Row {
  service: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The name of the field in the schema, if there is no REST path, e.g. `Mutation.addLesson`. */
  path: string
  /** True for a row without a REST path. */
  graphqlOnly?: true
  /** True for a path of every service, which the router's address does not have. */
  ofEachService?: true
  /** Every required scope. */
  scopes: string[]
  /** A GraphQL document for the same, which selects one root field. */
  graphql: string
  good: {
    given: Story
    status: 200 | 201
    /** The shape of the root field's value, and with it of the REST response. */
    value: Shape
    /** For a `record`, `value` is the record; the root field holds it beside `created`. */
    form: 'bare' | 'envelope' | 'list' | 'record'
    record?: string
    /** For lists: the name of the items in the named form, and whether it has the total. */
    name?: string
    total?: true
    /** Keys that are absent in REST and null in GraphQL; in a list, of some items. */
    absent?: string[]
  }
  refusals: Refusal[]
}
