// The weights and list sizes of a schema, as `@cost` and `@listSize` give them (https://specs.apollo.dev/cost/v0.1).

/**
 * `@listSize` on a field: which list has how many items. Paths are names, e.g. of an argument and the input fields
 * below it.
 */
export interface ListSize {
  assumedSize: number | undefined
  slicingArguments: readonly Path[]
  /** The lists below the field that have this size; if empty, the field itself. */
  sizedFields: readonly Path[]
  requireOneSlicingArgument: boolean
}

export type Path = readonly string[]

export interface CostDirectives {
  /** The weights by schema coordinate: `Type`, `Type.field`, `Type.field(argument:)`, `@directive(argument:)`. */
  weights: ReadonlyMap<string, number>
  /** The list sizes by schema coordinate: `Type.field`. */
  listSizes: ReadonlyMap<string, ListSize>
}

export const NO_COST_DIRECTIVES: CostDirectives = { weights: new Map(), listSizes: new Map() }

/** The cost of elements without `@cost`. Scalars, enums and all other fields and arguments cost nothing. */
export interface DefaultWeights {
  /** A field of `Query` or `Mutation`. */
  rootField: number
  /** An object, interface or union in the response. */
  object: number
  /** An input object in an argument. */
  inputObject: number
  mutation: number
  /** The minimum cost of an operation. */
  operation: number
  /** The argument with the text of a search; undefined if several searches for one text get no discount. */
  searchArgument: string | undefined
}

/** The units of the rate limit (contract, "Rate limits"). */
export const RATE_LIMIT_WEIGHTS: DefaultWeights = {
  rootField: 1,
  object: 0,
  inputObject: 0,
  mutation: 0,
  operation: 1,
  searchArgument: 'search',
}

/** The defaults of Apollo Router and Hive Router. */
export const STATIC_WEIGHTS: DefaultWeights = {
  rootField: 0,
  object: 1,
  inputObject: 1,
  mutation: 10,
  operation: 0,
  searchArgument: undefined,
}
