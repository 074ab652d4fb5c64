// Composes subgraphs into the supergraph, and derives the API schema that clients see.
import { composeServices, validateSatisfiability } from '@apollo/composition'
import { GraphQLError, lexicographicSortSchema, printSchema, type DocumentNode } from 'graphql'
import { tolerate } from '../sources/files.ts'
import { withOneOf } from './one-of.ts'
import { problemOfError, problemOfHint, type CompositionHint, type Problem } from './problem.ts'

export interface Composition {
  supergraph: string
  api: string
}

export interface ComposedService {
  name: string
  url: string
  typeDefs: DocumentNode
}

/** The result of composition with its hints, or every error. */
export type CompositionAttempt =
  | (Composition & { hints: readonly CompositionHint[]; errors?: undefined; unvalidated: boolean })
  | { errors: readonly GraphQLError[] }

/** The result of composition as plain data. */
export type Composed = Partial<Composition> & {
  errors: Problem[]
  hints: Problem[]
  /** The paths between subgraphs were not validated: their errors and hints are missing. */
  unvalidated?: boolean
}

/**
 * Composes the subgraphs. Returns the errors instead if they do not compose.
 * @param unvalidated whether to merge them without validating that every field can be reached, which takes more than
 *   twice as long as merging
 */
export function tryCompose(
  services: readonly ComposedService[],
  unvalidated = false,
): CompositionAttempt {
  const merged = merge(services)
  if (merged.errors) return { errors: merged.errors }
  const { supergraphSdl: supergraph, schema } = merged
  const { errors, hints = [] } = unvalidated
    ? {}
    : validateSatisfiability({ supergraphSchema: schema })
  if (errors) return { errors }
  const api = schema.toAPISchema().toGraphQLJSSchema({ includeDefer: false })
  return {
    supergraph,
    api: `${printSchema(lexicographicSortSchema(api))}\n`,
    hints: [...merged.hints, ...hints],
    unvalidated,
  }
}

/** Merges the subgraphs. @throws what composition throws where no subgraph alone is the cause */
function merge(services: readonly ComposedService[]) {
  const compose = (all: readonly ComposedService[]) =>
    composeServices(all.map(withOneOf), { runSatisfiability: false })
  try {
    return compose(services)
  } catch (error) {
    const cause = services.find((one) => !tolerate(() => compose([one])))
    if (!cause) throw error
    const message = `[${cause.name}] ${(error as Error).message}`
    return { errors: [new GraphQLError(message, { extensions: { code: 'INVALID_GRAPHQL' } })] }
  }
}

/** Composes like `tryCompose`, with errors and hints as plain data, which a thread can send. */
export function composeAsData(
  services: readonly ComposedService[],
  unvalidated: boolean,
): Composed {
  const attempt = tryCompose(services, unvalidated)
  if (attempt.errors) return { errors: attempt.errors.map(problemOfError), hints: [] }
  return { ...attempt, errors: [], hints: attempt.hints.map(problemOfHint) }
}
