// Finds lone surrogates in the input of callers: PostgreSQL refuses them in JSON, and changes them in texts.
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  type GraphQLArgument,
  type GraphQLNamedType,
} from 'graphql'
import type { Issue } from '#foundation/domain/errors.ts'
import { MAX_ISSUES } from '#foundation/graphql/variables.ts'

/** The issues of the arguments of one field. */
export type TextCheck = (sent: Readonly<Record<string, unknown>>) => Issue[]

/**
 * The check of all strings in a field's arguments, keys of JSON included; undefined when no argument can contain
 * one. Issues of an input object name its field without the argument.
 */
export function wellFormedCheck(args: readonly GraphQLArgument[]): TextCheck | undefined {
  const checked = args.filter(({ type }) => mayHoldText(getNamedType(type)))
  if (checked.length === 0) return undefined
  const fields = checked.map(({ name, type }) => {
    return { name, field: isInputObjectType(getNullableType(type)) ? '' : name }
  })
  return (sent) => {
    // The usual case, without collecting the names of fields.
    if (fields.every(({ name }) => isWellFormed(sent[name]))) return []
    return fields.flatMap(({ name, field }) => malformedTexts(field, sent[name]))
  }
}

function mayHoldText({ name }: GraphQLNamedType): boolean {
  return name !== 'Int' && name !== 'Float' && name !== 'Boolean'
}

/** True for well-formed strings only. Uses a queue, because JSON may be nested deeper than the call stack. */
function isWellFormed(sent: unknown): boolean {
  if (typeof sent === 'string') return sent.isWellFormed()
  if (typeof sent !== 'object' || sent === null) return true
  const queue: object[] = [sent]
  for (const holder of queue) {
    for (const [key, member] of Object.entries(holder) as [string, unknown][]) {
      if (!key.isWellFormed()) return false
      if (typeof member === 'string' && !member.isWellFormed()) return false
      if (typeof member === 'object' && member !== null) queue.push(member)
    }
  }
  return true
}

/** The issues of fields with strings that are not well-formed. */
function malformedTexts(field: string, sent: unknown): Issue[] {
  const malformed = new Set<string>()
  const queue = [{ field, value: sent }]
  for (const { field, value } of queue) {
    if (malformed.size === MAX_ISSUES) break
    if (typeof value === 'string') {
      if (!value.isWellFormed()) malformed.add(field)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        if (key.isWellFormed()) queue.push({ field: below(field, key), value: member })
        else malformed.add(field)
      }
    }
  }
  return [...malformed].map((field) => ({ field, reason: 'must be well-formed Unicode' }))
}

function below(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`
}
