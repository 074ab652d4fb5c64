// What a row of a route table says; the engine in adapter.ts does what it says.

/**
 * One documented path. Its operation's variables say what is read from the request: `$input` is the
 * body, a variable named like a path segment is that segment, and a list's `$first` and `$offset`
 * come from `page` and `limit`.
 */
export interface Route {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Express path, relative to the service's base address. */
  path: string
  /** A GraphQL document with one operation that selects one root field. */
  operation: string
  /** Query parameters that are variables of the same name, by how their text is read. */
  query?: Readonly<Record<string, 'text' | 'number'>>
  answer: Answer
  /** For OpenAPI, where the schema has one type or field for two things of REST. */
  documented?: { payload: string; summary?: string; description?: string }
}

/** How the root field's value becomes the body of the answer. */
export type Answer =
  /** The value as it is (contract: claims, quest completion, credential issue). */
  | { form: 'bare'; status?: 201; absentWhenNull?: readonly string[] }
  /** `{success: true, data: <value>}` */
  | { form: 'envelope'; status?: 201; absentWhenNull?: readonly string[] }
  /**
   * The same for what answers the existing record when it is asked for again: the value is the field
   * `record` of the root field, whose `created` tells 201 from 200.
   */
  | { form: 'record'; record: string }
  /**
   * A connection: `{<name>: [items]}`, or the paginated envelope when `page` or `limit` is sent.
   * Its `totalCount` is asked for where the answer tells it: `total` says that both forms do.
   */
  | { form: 'list'; name: string; total?: true; absentWhenNull?: readonly string[] }
