// Finds problems of documents that the base has, too.
import type { Finding } from '../finding.ts'
import { labelOf, type KnownOperation } from '../sources/documents/known-operations.ts'
import { operationRules } from './rules.ts'

interface Validated {
  operation: KnownOperation
  problems: readonly Finding[]
}

/** The problems of the head. Those that the base has, too, are notes. */
export function withKept(head: readonly Validated[], base: readonly Validated[]): Finding[] {
  const shared = new Set([head, base].flatMap(sharedNames))
  const faultOf = (operation: KnownOperation, problem: Finding) =>
    `${shared.has(labelOf(operation)) ? placeOf(operation) : ''} ${textOf(problem)}`
  const known = new Set(
    base.flatMap(({ operation, problems }) =>
      problems.filter((one) => !isLimit(one)).map((one) => faultOf(operation, one)),
    ),
  )
  return head.flatMap(({ operation, problems }) =>
    problems.map((one) => (known.has(faultOf(operation, one)) ? kept(one) : one)),
  )
}

/** Names that several documents share. A document with any other name is recognized by it, even in another file. */
function sharedNames(all: readonly Validated[]): string[] {
  const operations = all.map(({ operation }) => operation)
  return [...Map.groupBy(operations, labelOf)]
    .filter(([, group]) => new Set(group.map(placeOf)).size > 1)
    .map(([name]) => name)
}

/** The place of a document: its file, and where it is sent. */
const placeOf = ({ file, subgraph, contract }: KnownOperation) =>
  JSON.stringify([file, subgraph, contract])

/** A text that tells two problems apart, without suggestions, which depend on the rest of the schema. */
const textOf = ({ id, message }: Finding) => `${id} ${message.split(' Did you mean')[0]}`

/** True for the error that ends a validation: more problems may follow. */
const isLimit = ({ message }: Finding) => message.includes('Too many validation errors')

function kept(problem: Finding): Finding {
  const { id, rule, message } = problem
  const name = 'operation-fault-kept'
  return {
    ...problem,
    id: id.replace(rule, name),
    rule: name,
    severity: operationRules[name].severity,
    message: `${message} The base has this problem, too.`,
  }
}
