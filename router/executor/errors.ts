// The errors of a response, with the paths at which clients find them.
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { refused } from '#foundation/domain/errors.ts'
import type { Path } from './paths.ts'

/** Joins the parts of a path to a key; no name contains it. */
const SEPARATOR = '\n'

/** A subgraph may send any number of errors, and each costs time on the event loop. */
const MAX_ERRORS = 1_000

/** Collects errors up to a limit, and knows which nulls they explain. */
export class ResponseErrors {
  readonly list: GraphQLError[] = []
  /** The paths, without indexes, of fields that a failed fetch left out of every object. */
  readonly #missing = new Set<string>()
  /** The path of each error in the list, and all paths above it. */
  readonly #at = new Set<string>()
  readonly #above = new Set<string>()
  #read = 0

  /** Adds an error. The last error of a full list says that there are more. */
  add(error: GraphQLError): void {
    if (this.list.length < MAX_ERRORS) this.list.push(error)
    else if (this.list.length === MAX_ERRORS) this.list.push(moreErrors())
  }

  get isFull(): boolean {
    return this.list.length > MAX_ERRORS
  }

  /** Records that a field is missing in every object at a path; an error at one of them explains the others. */
  addMissing(path: Path): void {
    this.#missing.add(path.join(SEPARATOR))
  }

  /** True when an error at, above or below this path explains why the value is null. */
  explain(path: Path): boolean {
    this.#readPaths()
    if (this.#above.has(path.join(SEPARATOR))) return true
    const names = path.filter((key) => typeof key === 'string')
    return (
      prefixes(path).some((prefix) => this.#at.has(prefix)) ||
      prefixes(names).some((prefix) => this.#missing.has(prefix))
    )
  }

  #readPaths(): void {
    for (; this.#read < this.list.length; this.#read += 1) {
      const { path } = this.list[this.#read]!
      if (!path) continue
      this.#at.add(path.join(SEPARATOR))
      for (const prefix of prefixes(path)) this.#above.add(prefix)
    }
  }
}

function moreErrors(): GraphQLError {
  const { message, extensions } = refused(
    'ERROR_LIMIT',
    `A response has at most ${MAX_ERRORS} errors. Further ones are left out.`,
    { limit: MAX_ERRORS },
  )
  return new GraphQLError(message, { extensions })
}

/** A path and all paths above it, except the root. */
function prefixes(path: Path): string[] {
  return path.map((_, index) => path.slice(0, index + 1).join(SEPARATOR))
}

/** An error of a subgraph, with its path in the response; `extensions` keep their symbols. */
export function errorAt(
  { message, extensions }: GraphQLFormattedError,
  path: Path | undefined,
  subgraph: string,
): GraphQLError {
  return new GraphQLError(message || `The subgraph ${subgraph} reported an error.`, {
    ...(path && { path }),
    extensions: { ...extensions, serviceName: subgraph },
  })
}
