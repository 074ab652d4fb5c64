// The public interface of the package: the check itself, and what a configuration or a plugin needs.
export { tryCompose, type Composition } from './graph/compose.ts'
export type { Config } from './config/config.ts'
export { definitionsIn } from './sdl/definitions.ts'
export { leavesOf } from './federation/field-set.ts'
export { keysOf } from './federation/keys.ts'
export { guardDirectives } from './directives/guards.ts'
export { breaking, dangerous, safe, security, type Finding, type Rules } from './finding.ts'
export type { Graph } from './graph/graph.ts'
export type { Plugin, Report } from './conventions/plugin.ts'
export type { CheckInput } from './check-input.ts'
export { check } from './run.ts'
export {
  directivesNamed,
  isObject,
  namedType,
  textOf,
  typesIn,
  type FieldNode,
  type SubgraphDocument,
  type TypeEntry,
} from './sdl/sdl.ts'
export type { SubgraphText } from './sources/subgraphs.ts'
export type { Project } from './project.ts'
