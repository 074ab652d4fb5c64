// Changes in the payload and the headers of a message.
import type { Finding } from '../finding.ts'
import { textOf } from '../rest/document/meaning.ts'
import type { Schema } from '../rest/openapi.ts'
import { restRules } from '../rest/rules.ts'
import type { Change, Direction } from '../rest/schema/change.ts'
import type { FormattedSchema, Message } from './asyncapi.ts'
import type { EventRule } from './rules.ts'
import { readSchema, type ReadSchema } from './schema-format.ts'
import type { Walk } from './walk.ts'

export function comparePayloads(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  [was, is]: readonly [Message, Message],
): Finding[] {
  return (['payload', 'headers'] as const).flatMap((part) =>
    comparePart(walk, direction, `${coordinate} ${part}`, [was[part], is[part]]),
  )
}

/** Compares two schemas of a message or a binding. An absent schema allows everything. */
export function comparePart(
  walk: Walk,
  direction: Direction,
  at: string,
  [was, is]: readonly [Part, Part],
): Finding[] {
  const [before, after] = [readSchema(walk.base, was), readSchema(walk.head, is)] as const
  if (before.foreign || after.foreign) return compareForeign(walk, at, before, after)
  return compareSchemas(walk, direction, at, before, after)
}

type Part = Schema | FormattedSchema | undefined

function compareForeign({ report }: Walk, at: string, was: ReadSchema, is: ReadSchema): Finding[] {
  const [before, after] = [formatOf(was), formatOf(is)]
  if (before !== after) {
    const words = `has another schema format: ${before} becomes ${after}.`
    return [report('event-format-changed', at, words, `${before}>${after}`)]
  }
  if (textOf(was.foreign) === textOf(is.foreign)) return []
  return [report('event-schema-unread', at, `has another schema, which is ${before}.`)]
}

const formatOf = ({ foreign }: ReadSchema) => foreign?.schemaFormat ?? 'JSON Schema'

function compareSchemas(
  { schemas, report }: Walk,
  direction: Direction,
  coordinate: string,
  { schema: was = true }: ReadSchema,
  { schema: is = true }: ReadSchema,
): Finding[] {
  return schemas.compare(direction, was, is).map(({ rule, at, message, detail }) => {
    // A replaced constant breaks readers, because they tell events apart by constants.
    const isConstant = rule === 'rest-values-replaced'
    const change = isConstant ? [detail] : [rule.replace('rest-', ''), detail]
    const text = change.filter(Boolean).join(' ')
    return report(ruleOf(rule), `${coordinate}${at}`, wordsOf(message), text)
  })
}

function ruleOf(rule: Change['rule']): EventRule {
  if (rule === 'rest-values-replaced') return 'event-constant-changed'
  const { severity } = restRules[rule]
  if (severity === 'safe') return 'event-payload-compatible'
  return severity === 'dangerous' ? 'event-payload-risky' : 'event-payload-broken'
}

/** Says "sent" in place of "returned", because an event is sent. */
const wordsOf = (message: string) => message.replace(/\breturned\b/, 'sent')
