// The type of a row of a service's route table, which the REST adapter runs.

/**
 * One documented path. Its operation's variables define what is read from the request: `$input` is
 * the body, a variable named like a path segment is that segment, and a list's `$first` and
 * `$offset` come from `page` and `limit`.
 */
export interface Route {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Express path, relative to the service's base URL. */
  path: string
  /** A GraphQL document with one operation that selects one root field. */
  operation: string
  /** Query parameters that are variables of the same name, with their type. */
  query?: Readonly<Record<string, QueryKind>>
  response: ResponseForm
  /** Set if every service has the path, so that it exists only at the URLs of the services, not at the router's. */
  ofEachService?: true
  /** Set if the root field is a page of events, for which a request may wait: the query parameter `wait`. */
  waits?: true
  /** The documentation, if one type or field of the schema serves two REST resources. */
  documented?: { payload: string; summary?: string; description?: string }
}

/**
 * How a query parameter is read. The schema defines the values of enums, ids and dates. A `list` is separated by
 * commas, and a `limit` is the size of a page.
 */
export type QueryKind =
  'text' | 'id' | 'enum' | 'date-time' | 'number' | 'boolean' | 'list' | 'limit'

/** How the root field's value becomes the response body. */
export type ResponseForm =
  /** The value as it is (contract: claims, quest completion, credential issue). */
  | { form: 'bare'; status?: 201; absentWhenNull?: readonly string[] }
  /** `{success: true, data: <value>}` */
  | { form: 'envelope'; status?: 201; absentWhenNull?: readonly string[] }
  /**
   * An envelope for a repeatable request that returns the existing record: the value is the field `record` of the
   * root field, whose `created` decides between 201 and 200.
   */
  | { form: 'record'; record: string }
  /**
   * A connection: `{<name>: [items]}`, or the paginated envelope when `page` or `limit` is sent.
   * Its `totalCount` is requested if the response contains it; with `total`, both forms do.
   */
  | { form: 'list'; name: string; total?: true; absentWhenNull?: readonly string[] }
