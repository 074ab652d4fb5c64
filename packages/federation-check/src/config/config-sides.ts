// The configuration of each side: the one that the check uses, and the one before the change.
import { SEVERITIES } from '../finding.ts'
import { rulesOf } from '../rules.ts'
import { commitFiles } from '../sources/commit.ts'
import { tolerate } from '../sources/files.ts'
import { folderFiles } from '../sources/folder.ts'
import { isTracked, mergeBase } from '../sources/git.ts'
import { isIn } from '../sources/source.ts'
import type { ConfigSides, ConfigTexts, Tree } from '../sources/tree.ts'
import type { Settings } from './config.ts'

interface Sides {
  base: Tree
  /** Undefined for the working tree. */
  head: Tree | undefined
  settings: Settings
  usage: string | undefined
}

/**
 * A side without a configuration, such as a schema file, has that of the project: of the working
 * tree for the head, and of the commit where the branch left main for the base.
 * @returns undefined where the configuration is the caller's: neither side has one, nor a commit
 */
export function configSides({ base, head, settings, usage }: Sides): ConfigSides | undefined {
  const { root, files, direct, indirect } = settings
  const isInside = isIn(root)
  const exported = [usage ?? []].flat().filter(isInside)
  const read = [...files, ...direct, ...indirect, ...exported]
  const before = textsOf(base, settings) ?? committed(root, read.filter(isInside))
  const own = textsOf(head, settings)
  if (head && !own && !before) return undefined
  const after = own ?? folderFiles(root).read(read)
  const isKnown = (file: string) => before?.has(file) ?? false
  // A file that no commit has is not part of the change: it is exported for each check.
  const isOfChange = (file: string) =>
    isInside(file) && (head ? head.isCommit && after.has(file) : isTracked(root, file))
  // Only a commit also has files above the project.
  const isOfBase = (file: string) => isInside(file) && (base.isCommit || !file.startsWith('..'))
  const compared = [
    ...files.filter((file) => isKnown(file) || isOfBase(file)),
    // Only known files count: whatever imports a new file has changed itself.
    ...[...direct, ...indirect].filter(isKnown),
    ...exported.filter((file) => isKnown(file) || isOfChange(file)),
  ]
  const hiding = before || base.partial ? [] : hidingIn(settings)
  return {
    before: before && pick(before, compared),
    after: pick(after, compared),
    indirect,
    hiding,
  }
}

/** The settings that hide findings which fail by default. */
function hidingIn(settings: Settings) {
  const { rules = {}, conventions, guards = [], runtimeGuards = [], order = {}, plugins } = settings
  const known = rulesOf(plugins)
  const rankOf = (severity: string) => (SEVERITIES as readonly string[]).indexOf(severity)
  const lowered = Object.keys(rules).filter((rule) => {
    const rank = rankOf(known.get(rule)!.severity)
    return rank >= rankOf('breaking') && rankOf(rules[rule]!) < rank
  })
  return [
    ...lowered.map((rule) => `rules.${rule}`),
    ...(conventions === false ? ['conventions'] : []),
    ...(guards.some((one) => one.startsWith('!')) ? ['guards'] : []),
    ...(runtimeGuards.some((one) => !one.startsWith('!')) ? ['runtimeGuards'] : []),
    ...(Object.keys(order).length > 0 ? ['order'] : []),
  ]
}

/**
 * The configuration files of a tree; undefined when the tree may be only a part of a project. In a
 * commit, a missing file means that there was no configuration.
 */
function textsOf(tree: Tree | undefined, { places }: Settings): ConfigTexts | undefined {
  const { isCommit, config } = tree ?? {}
  return isCommit || places.some((file) => config?.has(file)) ? config : undefined
}

/** The texts of the commit where the branch left main; undefined where there is none. */
function committed(root: string, files: readonly string[]): ConfigTexts | undefined {
  return tolerate(() => commitFiles(root, mergeBase(root)).read(files))
}

function pick(texts: ConfigTexts, files: readonly string[]): ConfigTexts {
  return new Map(files.map((file) => [file, texts.get(file) ?? '']))
}
