// The SDL of a subgraph: its own files and the shared types.
import { readFileSync } from 'node:fs'
import { parse, type DocumentNode } from 'graphql'
import { describePrivate } from '#foundation/auth/private.ts'
import { describeConstraints } from '#foundation/graphql/constraints.ts'
import { commonSdl } from '#foundation/graphql/scalars.ts'

interface SdlFiles {
  sdl: URL
  nodesSdl?: URL
}

/** The files of a subgraph's own SDL. */
export function sdlFiles({ sdl, nodesSdl }: SdlFiles): URL[] {
  return nodesSdl ? [sdl, nodesSdl] : [sdl]
}

/** The subgraph's whole SDL: its own and the shared types. */
export function subgraphSdl(subgraph: SdlFiles): string {
  return [...sdlFiles(subgraph).map((file) => readFileSync(file, 'utf8')), commonSdl].join('\n')
}

/** The parsed SDL, as `described` returns it. */
export function subgraphDocument(subgraph: SdlFiles): DocumentNode {
  return described(parse(subgraphSdl(subgraph), { noLocation: true }))
}

/** Adds every @private and @constraint to descriptions, because introspection shows no applied directives. */
export function described(document: DocumentNode): DocumentNode {
  return describeConstraints(describePrivate(document))
}
