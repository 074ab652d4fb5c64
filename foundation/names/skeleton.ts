// The skeleton of a text: texts with the same skeleton look alike (UTS 39, section 4).
import { readFileSync } from 'node:fs'

let prototypes: ReadonlyMap<string, string> | undefined

/** The skeleton of a text, only for comparison. The skeleton of a skeleton is itself. */
export function skeleton(text: string): string {
  const found = withPrototypes(text)
  // A few prototypes decompose into characters that are confusable themselves.
  return found === text ? found : skeleton(found)
}

function withPrototypes(text: string): string {
  const known = (prototypes ??= readPrototypes())
  const visible = text.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return Array.from(visible, (character) => known.get(character) ?? character)
    .join('')
    .normalize('NFD')
}

/** The prototype of each confusable character. */
export function readPrototypes(): Map<string, string> {
  const table = readFileSync(new URL('confusables.generated.txt', import.meta.url), 'utf8')
  const rows = table.split('\n').filter((row) => row !== '' && !row.startsWith('#'))
  const pairs = rows.flatMap((row) => {
    const [target = '', sources = ''] = row.split(':')
    return sources.split(' ').map((source): [string, string] => [textOf(source), textOf(target)])
  })
  return new Map(pairs)
}

function textOf(codePoints: string): string {
  return String.fromCodePoint(...codePoints.split(' ').map((hex) => parseInt(hex, 16)))
}
