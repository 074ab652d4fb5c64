// Changes in the values of a channel's parameters and of a server's variables.
import type { Finding } from '../finding.ts'
import { resolve } from '../rest/references.ts'
import type { AsyncApi, Variable } from './asyncapi.ts'
import { compareOthers, type Walk } from './walk.ts'

type Variables = Readonly<Record<string, Variable>>

/** Compares variables by name. A variable without a description allows any value. */
export function compareValues(
  walk: Walk,
  coordinate: string,
  before: Variables = {},
  after: Variables = {},
): Finding[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const [was, is] = [variableOf(walk.base, before[name]), variableOf(walk.head, after[name])]
    const at = `${coordinate} ${name}`
    const [gone, added] = [missing(was.enum, is.enum), missing(is.enum, was.enum)]
    const usual = lostDefault(was, is).filter((one) => !gone.includes(one))
    return [
      ...usual.map((one) =>
        walk.report('event-value-removed', at, `is no longer ${one} by default.`, one),
      ),
      ...gone.map((one) => walk.report('event-value-removed', at, `can no longer be ${one}.`, one)),
      ...added.map((one) => walk.report('event-value-added', at, `can be ${one}, too.`, one)),
      ...compareOthers(walk, at, [was, is], lostDefault(was, is).length > 0 ? DECIDED : ['enum']),
    ]
  })
}

const variableOf = (document: AsyncApi, given: Variable = {}) => resolve(document, given)

const DECIDED = ['enum', 'default']

/** The old default, if it has changed and no list has it: clients that rely on it now reach another place. */
function lostDefault({ default: usual }: Variable, is: Variable): string[] {
  if (usual === undefined || is.default === undefined || is.enum?.includes(usual)) return []
  return usual === is.default ? [] : [usual]
}

/** The values of the first list that the second lacks. */
function missing(some: readonly string[] | undefined, others: readonly string[] | undefined) {
  if (!others) return []
  return some ? some.filter((value) => !others.includes(value)) : ['any other']
}
