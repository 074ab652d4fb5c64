// Reads YAML, and names the line of a syntax error.
import { parse, YAMLParseError } from 'yaml'
import { UsageError, type Text } from './files.ts'
import { checkLevels, tooDeep } from './nesting.ts'

/** Parses YAML. @throws UsageError with the file and the line of a syntax error, and for too many levels */
export function parseYaml({ file, text }: Text): unknown {
  const value = parseText(file, text)
  checkLevels(file, value)
  return value
}

function parseText(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
    const at = line === undefined ? file : `${file}:${line}`
    // The parser has no limit of its own, and exhausts the stack.
    if (/Maximum call stack/.test((error as Error).message)) throw tooDeep(at)
    const [reason = ''] = (error as Error).message.split('\n')
    throw new UsageError(`${at}: ${reason.replace(/(?: at line \d+, column \d+:|\.)?$/, '.')}`)
  }
}
