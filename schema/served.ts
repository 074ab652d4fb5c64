// The SDL that each service serves now, with its source files.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commonSdl } from '#foundation/graphql/scalars.ts'
import { sdlFiles } from '#foundation/service/sdl.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { subgraphUrl } from './compose.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The files of a subgraph's SDL, as federation-check takes them. */
interface ServedText {
  name: string
  url: string
  texts: { file: string; text: string }[]
}

/** The SDL files of every subgraph, sorted by name: exactly the files that its service loads. */
export function servedTexts(subgraphs: readonly AnySubgraph[]): ServedText[] {
  const texts = subgraphs.map((subgraph): ServedText => ({
    name: subgraph.name,
    url: subgraphUrl(subgraph),
    texts: [
      ...sdlFiles(subgraph).map((file) => ({
        file: relative(ROOT, fileURLToPath(file)),
        text: plain(readFileSync(file, 'utf8')),
      })),
      { file: 'foundation/common.graphql', text: plain(commonSdl) },
    ],
  }))
  return texts.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** The text without a BOM, and with LF line endings. */
export function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
}
