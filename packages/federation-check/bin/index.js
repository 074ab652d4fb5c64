// What other code imports: the build, which a packed tool has, else the sources, as for the command.
import { existsSync } from 'node:fs'

const built = new URL('../dist/index.js', import.meta.url)
export const {
  breaking,
  check,
  dangerous,
  definitionsIn,
  directivesNamed,
  guardDirectives,
  isObject,
  keysOf,
  leavesOf,
  namedType,
  safe,
  security,
  textOf,
  tryCompose,
  typesIn,
} = await import(existsSync(built) ? built.href : new URL('../src/index.ts', import.meta.url).href)
