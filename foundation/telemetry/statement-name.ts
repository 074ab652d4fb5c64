// Names statements in traces, metrics and logs: by the command and the first table, never by values.
import { rememberedByText } from '#foundation/telemetry/remembered-by-text.ts'

const COMMAND = /^[\s(]*([a-z]+)/i
/** The first table that is read or written, as Kysely or our own SQL writes it, and no function such as `unnest`. */
const TABLE =
  /\binto\s+"?([a-z_]\w*)|\b(?:from|update|join)\s+(?:only\s+)?"?([a-z_]\w*)(?![\w"]*\s*\()/i
const FUNCTION = /\b(?:select|from)\s+([a-z_]\w*)\s*\(/i

/** The name of a statement, such as `select quests`. There are as many as commands and tables in the code. */
export const statementName = rememberedByText(nameOf)

function nameOf(sql: string): string {
  const command = COMMAND.exec(sql)?.[1]?.toLowerCase() ?? 'unknown'
  const [, written, read] = TABLE.exec(sql) ?? []
  const object = written ?? read ?? FUNCTION.exec(sql)?.[1]
  return object === undefined ? command : `${command} ${object.toLowerCase()}`
}
