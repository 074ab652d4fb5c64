// Detects trees with the same text, for which one composition is enough.
import { print } from 'graphql'
import { parseText } from '../sdl/sdl.ts'
import { tolerate } from '../sources/files.ts'
import type { SubgraphText } from '../sources/subgraphs.ts'
import type { Tree } from '../sources/tree.ts'

/** True when two trees compose to the same graph, so that one composition is enough. */
export function composesAlike(base: Tree, head: Tree): boolean {
  if (base.subgraphs.length === 0 || base.subgraphs.length !== head.subgraphs.length) return false
  return base.subgraphs.every((one, index) => isWrittenAlike(one, head.subgraphs[index]!))
}

/** True for equal SDL, regardless of files, comments and format. */
function isWrittenAlike(one: SubgraphText, other: SubgraphText): boolean {
  if (one.name !== other.name) return false
  if (sdlOf(one) === sdlOf(other)) return true
  const [before, after] = [one, other].map((given) => tolerate(() => printed(given)))
  return before !== undefined && before === after
}

const sdlOf = ({ texts }: SubgraphText) => texts.map(({ text }) => text).join('\n')
const printed = ({ texts }: SubgraphText) => texts.map((text) => print(parseText(text))).join('\n')
