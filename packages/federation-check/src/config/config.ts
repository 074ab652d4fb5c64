// The configuration: the locations of the schema files, the rules of the project, and its own code.
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
  /** The usage file, relative to `root`, and the days that it must cover. */
  usage?: { file: string; days?: number; maxAgeDays?: number }
  /** The severity of a rule in this project, or `off`. */
  rules?: Readonly<Record<string, Severity | 'off'>>
  /** False turns off all rules of `conventions`, including those of plugins. */
  conventions?: boolean
  /** Rules of the project's own; in JSON, paths of modules that export one by default. */
  plugins?: readonly (Plugin | string)[]
  /** Code of the project. Only a module can provide it, not JSON. */
  project?: Partial<Project>
}

/** A configuration that was read. */
export interface Settings extends Config {
  /** The absolute path of the project's folder. */
  root: string
  /** The file it was read from, relative to `root`; undefined for the default. */
  file?: string
  /**
   * The files that decide on the rules, relative to `root`: the configuration, plugins beside it,
   * and the places where a nearer file would take precedence.
   */
  files: readonly string[]
  /** The files that those import, and the package.json files that apply to them, relative to `root`. */
  direct: readonly string[]
  /** What is imported only through other files, relative to `root`. */
  indirect: readonly string[]
  /** Where a configuration may stand, the nearest first, relative to `root`. */
  places: readonly string[]
  plugins: readonly Plugin[]
}
