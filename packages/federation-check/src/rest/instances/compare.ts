// Compares two schemas of one value by instances: a value that is valid on one side must be valid on the other.
import type { Direction } from '../schema/change.ts'
import type { OpenApi, Schema } from '../openapi.ts'
import { draw } from './draw/draw.ts'
import { MAX_LENGTH_FOR_PATTERN } from './draw/patterns.ts'
import { peersOf, type Peer } from './draw/peers.ts'
import { newRun, type Run } from './draw/run.ts'
import { featuresOf, type Features } from './features.ts'
import { refuseSlowPatterns } from './slow-patterns.ts'
import { Undecided } from './undecided.ts'
import { closed, MAX_SCHEMAS, TooMany, validatorOf, type Closed } from './validator.ts'
import { converter } from './convert.ts'

export type Verdict =
  /** Every drawn instance passes. `keepsNames` is false when property names come or go. */
  | { kind: 'compatible'; keepsNames: boolean }
  /** The instance does not pass. */
  | { kind: 'witness'; instance: unknown }
  | { kind: 'undecided'; because: string }

/** The maximum size of all compiled schemas for two documents, in characters of JSON. */
const MAX_SIZE = 4_000_000

/** The maximum number of drawn values for two documents. */
const MAX_DRAWN = 400_000

/** The maximum size of the schemas that are compiled to draw valid parts, for two documents, in characters of JSON. */
const MAX_COMPILED = 1_000_000

/** The maximum number of combined forms for two documents. */
const MAX_MERGED = 20_000

/** The maximum number of places in drawn values, for two documents. */
const MAX_PLACES = 50_000

/**
 * The number of schemas with too many references after which no more are tried: in this document,
 * all schemas refer to each other.
 */
const MAX_REFUSED = 50
const FEW_SCHEMAS = 20

export class InstanceComparison {
  readonly #documents: readonly [OpenApi, OpenApi]
  readonly #converters: Record<Direction, readonly ReturnType<typeof converter>[]>
  #size = 0
  #drawn = 0
  #compiled = 0
  #merged = 0
  #places = 0
  #refused = 0
  #limit = MAX_SCHEMAS

  constructor(base: OpenApi, head: OpenApi) {
    const both = [base, head] as const
    this.#documents = both
    this.#converters = {
      request: both.map((document) => converter(document, 'request')),
      response: [converter(base, 'response', true), converter(head, 'response')],
    }
  }

  /** Tests whether valid requests stay valid or, for responses, whether new ones would have been valid before. */
  compare(direction: Direction, was: Schema, is: Schema): Verdict {
    try {
      this.#refuseMore()
      const [before, after] = [was, is].map((schema, side) => {
        const convert = this.#converters[direction][side]!
        return closed(this.#documents[side]!, convert, schema, this.#limit)
      })
      return this.#between(direction, before!, after!)
    } catch (error) {
      if (error instanceof TooMany && ++this.#refused > MAX_REFUSED) this.#limit = FEW_SCHEMAS
      if (error instanceof Undecided) return { kind: 'undecided', because: error.message }
      throw error
    }
  }

  #refuseMore(): void {
    const isDrawn = this.#drawn > MAX_DRAWN || this.#places > MAX_PLACES
    const isTooMuch = this.#size > MAX_SIZE || isDrawn
    if (isTooMuch || this.#compiled > MAX_COMPILED || this.#merged > MAX_MERGED) {
      throw new Undecided('too many schemas in one document')
    }
  }

  #draw(run: Run, from: Closed, peers: readonly Peer[]): unknown[] {
    try {
      return draw(run, { schema: from.schema, peers, above: [] })
    } finally {
      this.#drawn += run.drawn
      this.#compiled += run.compiled * from.size
      this.#merged += run.merged
      this.#places += run.places
    }
  }

  #between(direction: Direction, was: Closed, is: Closed): Verdict {
    this.#size += was.size + is.size
    const [from, to] = direction === 'request' ? [was, is] : [is, was]
    const [own, others] = [featuresOf(from), featuresOf(to)]
    const longest = Math.max(own.longest, others.longest, MAX_LENGTH_FOR_PATTERN)
    refuseSlowPatterns(own.patterns.union(others.patterns), longest)
    const run = newRun(from.document, own.patterns.size + others.patterns.size > 0)
    const peers = [from, to].flatMap(({ document, schema }) => peersOf(document, schema))
    const drawn = this.#draw(run, from, peers)
    // Null is compared where the schema is used (types-and-values.ts).
    const instances = drawn.filter((one) => one !== null).filter(validatorOf(from))
    const isAccepted = accepting(direction, to, others)
    const witness = shortest(instances.filter((one) => !isAccepted(one)))
    if (witness !== undefined) return { kind: 'witness', instance: witness }
    if (instances.length === 0) throw new Undecided('no instance')
    if (!run.isComplete) throw new Undecided('too many values')
    if (own.isUnevaluated || others.isUnevaluated) throw new Undecided('unevaluated keywords')
    if (!others.patterns.isSubsetOf(own.patterns)) throw new Undecided('another pattern')
    return {
      kind: 'compatible',
      keepsNames: own.names.symmetricDifference(others.names).size === 0,
    }
  }
}

/** A reader ignores the properties that it does not know, and knows all those of a map. */
function accepting(direction: Direction, to: Closed, { names, hasMaps }: Features) {
  const isValid = validatorOf(to)
  if (direction === 'request' || hasMaps) return isValid
  return (instance: unknown) => isValid(instance) || isValid(known(instance, names))
}

function known(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => known(one, names))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => names.has(name))
  return Object.fromEntries(kept.map(([name, one]) => [name, known(one, names)]))
}

function shortest(instances: readonly unknown[]): unknown {
  const lengths = new Map(instances.map((one) => [one, JSON.stringify(one).length]))
  return [...lengths].toSorted(([, one], [, other]) => one - other)[0]?.[0]
}
