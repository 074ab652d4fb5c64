// Who may receive an event, by the extension of AsyncAPI that the configuration names.
import { weakerThan, type Ranks } from '../authorization/order.ts'
import { textOf } from '../rest/document/meaning.ts'
import type { Message } from './asyncapi.ts'

/** How a project documents the audiences of its events. */
export interface Audiences {
  /** The member of a message that names its audience, e.g. `x-audience`. A message without it is for everybody. */
  extension: string
  /** Audiences from the smallest to the largest, each part of the next. Several lists where not all are comparable. */
  order?: Ranks
}

export interface AudienceChange {
  isWider: boolean
  before: string
  after: string
  /** False where the order does not relate the two audiences. */
  isKnown: boolean
}

const EVERYBODY = 'everybody'

/** The change for receivers of a message; undefined if there is none. */
export function audienceChange(
  { extension, order = [] }: Audiences,
  was: Message,
  is: Message,
): AudienceChange | undefined {
  const [before, after] = [audienceOf(was, extension), audienceOf(is, extension)]
  if (before === after) return undefined
  const [old, now] = [before ?? EVERYBODY, after ?? EVERYBODY]
  const isNarrower = before === undefined || (after !== undefined && isPart(order, after, before))
  if (isNarrower) return { isWider: false, before: old, after: now, isKnown: true }
  const isKnown = after === undefined || isPart(order, before, after)
  return { isWider: true, before: old, after: now, isKnown }
}

/** The audience of a message; undefined for everybody. */
function audienceOf(message: Message, extension: string): string | undefined {
  const value = message[extension]
  return typeof value === 'string' ? value : textOf(value)
}

/** True when one audience is part of the other, by all lists together. */
const isPart = (order: Ranks, one: string, other: string) =>
  one === other || weakerThan(order, other).has(one)
