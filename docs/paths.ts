// `npm run paths` writes the fields behind the REST paths into the guide; a test fails when one is missing.
import { readFileSync, writeFileSync } from 'node:fs'
import { Kind, parse } from 'graphql'
import type { Route } from '#foundation/service/route.ts'
import { subgraphs } from '../subgraphs/index.ts'
import { markdownTable } from './markdown-table.ts'

const GUIDE = new URL('guides/move-from-rest-to-graphql.md', import.meta.url)
const BEGIN = '<!-- paths: written by npm run paths -->'
const END = '<!-- /paths -->'

/** The table of all documented paths that the services serve over GraphQL. */
function pathsTable(): string {
  const rows = subgraphs.flatMap(({ routes = [] }) =>
    routes.map((route) => [pathOf(route), fieldOf(route)]),
  )
  return markdownTable([['REST', 'GraphQL'], ...rows])
}

function pathOf({ method, path }: Route): string {
  return `\`${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}\``
}

/** The one root field of the operation. @throws if the row has another operation */
function fieldOf({ operation, path }: Route): string {
  const [definition] = parse(operation).definitions
  if (definition?.kind === Kind.OPERATION_DEFINITION) {
    const [field] = definition.selectionSet.selections
    if (field?.kind === Kind.FIELD) return `\`${field.name.value}\``
  }
  throw new Error(`The operation of ${path} needs a root field.`)
}

/** The guide as it is, and as it should be. */
export function readGuide(): { text: string; fresh: string } {
  const text = readFileSync(GUIDE, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  return { text, fresh: `${before}${BEGIN}\n\n${pathsTable()}\n\n${END}${after}` }
}

if (import.meta.main) writeFileSync(GUIDE, readGuide().fresh)
