// Changes in a message: its audience, content type, payload, correlation id and other keywords.
import type { Finding } from '../finding.ts'
import { resolve } from '../rest/references.ts'
import type { Direction } from '../rest/schema/change.ts'
import type { AsyncApi, Message } from './asyncapi.ts'
import { audienceChange } from './audiences.ts'
import { compareBindings } from './bindings.ts'
import { comparePayloads } from './payloads.ts'
import { compareOthers, type Walk } from './walk.ts'

const NONE = 'none'

export function compareMessages(
  walk: Walk,
  direction: Direction,
  coordinate: string,
  both: readonly [Message, Message],
): Finding[] {
  const [was, is] = both
  return [
    ...(direction === 'response' ? compareAudiences(walk, coordinate, both) : []),
    ...compareContentTypes(walk, coordinate, was, is),
    ...comparePayloads(walk, direction, coordinate, both),
    ...compareBindings(walk, { owner: 'message', name: coordinate, direction }, was, is),
    ...compareCorrelation(walk, coordinate, was, is),
    ...compareOthers(walk, coordinate, both, KNOWN_OF_MESSAGE),
  ]
}

const KNOWN_OF_MESSAGE = ['bindings', 'contentType', 'correlationId', 'headers', 'payload']

/** Compares where a receiver finds the id that relates a message to its request. */
function compareCorrelation(walk: Walk, coordinate: string, was: Message, is: Message): Finding[] {
  const [before, after] = [locationIn(walk.base, was), locationIn(walk.head, is)]
  if (before === after) return []
  const [old, now] = [before ?? NONE, after ?? NONE]
  const words = `has another correlation id: ${old} becomes ${now}.`
  if (before) return [walk.report('event-correlation-moved', coordinate, words, `${old}>${now}`)]
  return [walk.report('event-keyword-compatible', coordinate, words, 'correlationId')]
}

const locationIn = (document: AsyncApi, { correlationId }: Message) =>
  correlationId ? resolve(document, correlationId).location : undefined

function compareAudiences(
  { audiences, report }: Walk,
  coordinate: string,
  [was, is]: readonly [Message, Message],
): Finding[] {
  const change = audiences && audienceChange(audiences, was, is)
  if (!change) return []
  const { before, after, isWider, isKnown } = change
  const doubt = isKnown ? '' : ' The configuration does not say that the one is part of the other.'
  const message = `has another audience: ${before} becomes ${after}.${doubt}`
  const rule = isWider ? 'event-audience-widened' : 'event-audience-narrowed'
  return [report(rule, coordinate, message, `${before}>${after}`)]
}

function compareContentTypes(walk: Walk, coordinate: string, was: Message, is: Message): Finding[] {
  const [before, after] = [
    was.contentType ?? walk.base.defaultContentType ?? NONE,
    is.contentType ?? walk.head.defaultContentType ?? NONE,
  ]
  if (before === after) return []
  const message = `has another content type: ${before} becomes ${after}.`
  return [walk.report('event-format-changed', coordinate, message, `${before}>${after}`)]
}
