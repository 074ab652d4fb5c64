// The paths that the sources of the ID service mention.
import { globSync, readFileSync } from 'node:fs'

/** What looks like a path of a page or an endpoint. */
export function pathsInSources(): string[] {
  const files = globSync('{foundation,rest-adapters,subgraphs/identity}/**/*.ts', {
    exclude: ['**/test/**'],
  })
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const paths = texts
    .flatMap((text) => [...text.matchAll(/'(\/[\w./-]*)'/g)])
    .map(([, path]) => path!)
  return [...new Set(paths)].sort()
}
