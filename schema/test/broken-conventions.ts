// What breaks the conventions of this project, as `rule subgraph/coordinate`.
import { parse } from 'graphql'
import { conventions } from '../conventions/plugin.ts'

/** @param subgraphs the SDL of each, by its name */
export function brokenConventions(subgraphs: Readonly<Record<string, string>>): string[] {
  const documents = Object.entries(subgraphs).map(([name, sdl]) => {
    const document = parse(sdl)
    return { name, written: document, document }
  })
  const broken: string[] = []
  conventions.check!(documents, (rule, { subgraph, coordinate }, message) => {
    const id = `${rule} ${subgraph}/${coordinate}`
    broken.push(id)
    return { id, rule, severity: 'breaking', step: 'conventions', coordinate, message }
  })
  return broken
}
