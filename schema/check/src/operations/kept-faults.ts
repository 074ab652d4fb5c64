// Problems of documents that the base has, too.
import type { Finding } from '../finding.ts'
import { operationRules } from './rules.ts'

/** Those that are known become notes. */
export function withKept(problems: readonly Finding[], known: readonly Finding[]): Finding[] {
  const faults = new Set(known.filter((one) => !isLimit(one)).map(faultOf))
  return problems.map((one) => (faults.has(faultOf(one)) ? kept(one) : one))
}

/** What tells two problems apart: suggestions name what else the schema has. */
const faultOf = ({ id, message }: Finding) => `${id} ${message.split(' Did you mean')[0]}`

/** New problems may follow where validation stops. */
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
