// Limits the nesting of input, because parsers and comparisons recurse, and the stack is limited.
import { UsageError, type Text } from './files.ts'

/** The maximum nesting. The deepest known documents have some thirty levels. */
export const MAX_DEPTH = 200

/** Matches a string, which may hold selections of fields, a comment, or a bracket. */
const TOKEN = /"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n\r])*"|#[^\n\r]*|[{[(]|[}\])]/g

/** Checks GraphQL before a parser reads it. @throws UsageError for brackets that are nested too deeply */
export function checkBrackets({ file, text }: Text): void {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.startsWith('"')) depth += 1 + bracesIn(token)
    else if (isOpening(token)) depth += 1
    if (depth > MAX_DEPTH) throw tooDeep(`${file}:${lineAt(text, index)}`)
    if (token.startsWith('"')) depth -= 1 + bracesIn(token)
    else if (!isOpening(token) && !token.startsWith('#')) depth = Math.max(0, depth - 1)
  }
}

const isOpening = (token: string) => '{[('.includes(token)

/** The depth of the selection in a string, such as `fields` of `@key`. */
function bracesIn(text: string): number {
  let [depth, most] = [0, 0]
  for (const [brace] of text.matchAll(/[{}]/g)) {
    depth = Math.max(0, depth + (brace === '{' ? 1 : -1))
    most = Math.max(most, depth)
  }
  return most
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/**
 * Checks a value of JSON or YAML level by level, because a value with aliases may contain itself.
 * @throws UsageError for too many levels
 */
export function checkLevels(file: string, value: unknown): void {
  let level = new Set([value])
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw tooDeep(file)
    const below = [...level].flatMap((one) => {
      return typeof one === 'object' && one !== null ? Object.values(one) : []
    })
    level = new Set(below.filter((one) => typeof one === 'object'))
  }
}

/** The error for input that is nested too deeply; `where` is its file, or file and line. */
export function tooDeep(where: string): UsageError {
  return new UsageError(`${where}: nested more than ${MAX_DEPTH} levels deep.`)
}

/**
 * Runs code that follows references, which no limit on levels bounds.
 * @throws UsageError with the name of the file when the stack is exhausted
 */
export function withinStack<T>(where: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new UsageError(`${where}: nested too deep to be checked (${error.message}).`)
  }
}
