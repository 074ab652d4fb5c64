// The configuration: where a project keeps its schema, which rules it has, and what only it can tell.
import type { Plugin } from '../conventions/plugin.ts'
import type { Severity } from '../finding.ts'
import type { Project } from '../project.ts'
import type { Layout } from '../sources/layout/layout.ts'
import type { AccessSettings } from './access-settings.ts'

/** A configuration file, as JSON or as the default export of a module. Paths are relative to `root`. */
export interface Config extends Layout, AccessSettings {
  $schema?: string
  /** The folder of the project, relative to the configuration. Default: the folder it stands in. */
  root?: string
  /** What callers asked for; the file is relative to `root`. */
  usage?: { file: string; days?: number; maxAgeDays?: number }
  /** The severity of a rule in this project, or `off`. */
  rules?: Readonly<Record<string, Severity | 'off'>>
  /** False reports no rule of `conventions`, whatever plugins there are. */
  conventions?: boolean
  /** Rules of the project's own; in JSON, paths of modules that export one by default. */
  plugins?: readonly (Plugin | string)[]
  /** What only code of the project can tell; a module alone can say it. */
  project?: Partial<Project>
}

/** A configuration that was read. */
export interface Settings extends Config {
  /** The absolute path of the project's folder. */
  root: string
  /** The file it was read from, relative to `root`; undefined for the default. */
  file?: string
  /**
   * What decides on the rules, relative to `root`: the file, plugins beside it, and where a nearer
   * file would stand.
   */
  files: readonly string[]
  /** What those import, and the package.json that says how, relative to `root`. */
  direct: readonly string[]
  /** What is imported only through other files, relative to `root`. */
  indirect: readonly string[]
  /** Where a configuration may stand, the nearest first, relative to `root`. */
  places: readonly string[]
  plugins: readonly Plugin[]
}
