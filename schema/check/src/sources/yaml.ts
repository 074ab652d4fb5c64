// YAML with the line of a syntax error.
import { parse, YAMLParseError } from 'yaml'
import { UsageError, type Text } from './files.ts'

/** @throws UsageError with the file and the line of a syntax error */
export function parseYaml({ file, text }: Text): unknown {
  try {
    return parse(text)
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
    const at = line === undefined ? file : `${file}:${line}`
    const [reason = ''] = (error as Error).message.split('\n')
    throw new UsageError(`${at}: ${reason.replace(/ at line \d+, column \d+:$/, '.')}`)
  }
}
