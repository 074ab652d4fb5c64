// Runs the check of a command: its two sides, approvals and usage, from the arguments and the configuration.
import { basename, relative, resolve } from 'node:path'
import { decidingAccess } from '../config/access-settings.ts'
import { configSides } from '../config/config-sides.ts'
import type { Settings } from '../config/config.ts'
import type { GivenUsage } from '../field-usage/reliable.ts'
import { readFieldUsage } from '../field-usage/usage-file.ts'
import type { Say } from '../progress.ts'
import { check, type Report } from '../run.ts'
import { readBytes } from '../sources/bounded.ts'
import { followed, plain, type Text } from '../sources/files.ts'
import { folderFiles } from '../sources/folder.ts'
import { checkMatches } from '../sources/layout/unmatched.ts'
import { checkInside } from '../sources/links.ts'
import { readBase, readSource, refuseTwice, type SourceOptions } from '../sources/source.ts'
import { readTree, withoutSchema, type Tree } from '../sources/tree.ts'
import { readPolicy, startedIn, type Arguments } from './arguments.ts'

/** Runs the check. @throws UsageError for a side or a file that cannot be read */
export async function runCheck(given: Arguments, settings: Settings, say: Say): Promise<Report> {
  say('Reading base and head')
  const { base, head, isPair, allow, 'approved-by': approvedBy = [] } = given
  const { rules = {}, conventions = true, plugins, project, committed = {} } = settings
  refuseTwice(base, head)
  const { root } = settings
  const usage = usageFile(settings, given.usage)
  const place = placeIn(settings, usage)
  const tree = await readHead(head, settings, place, isPair ? 'HEAD' : '--head')
  const { isHead, ...before } = await readBase(base, place, isPair ? 'BASE' : '--base')
  if (before.label === tree.label) {
    before.label = pathOf(before, base)
    tree.label = pathOf(tree, head)
  }
  checkMatches(before, tree)
  const access = decidingAccess(settings, before, head === undefined ? undefined : tree)
  const isSame = isHead && (head === undefined || tree.isHead)
  return check({
    config: configSides({
      base: before,
      head: head === undefined ? undefined : tree,
      settings: { ...settings, ...access },
      usage,
    }),
    base: isSame ? { ...before, isHead } : before,
    head: allow === undefined ? tree : { ...tree, approvals: readGiven(root, '--allow', allow) },
    // Code of the working tree only describes the working tree, but its `prepare` applies to any head.
    project: head === undefined ? (project ?? {}) : prepared(project),
    plugins: conventions ? plugins : [],
    committed: Object.keys(committed).length > 0,
    ...access,
    contracts: settings.contracts,
    severities: rules,
    policy: readPolicy(given),
    approvedBy,
    usage: usageFor(given.usage, settings, tree),
    today: new Date().toISOString().slice(0, 10),
    say,
  })
}

/** The path of a tree, because two files may have the same name. */
const pathOf = ({ label }: Tree, given = label) => (basename(given) === label ? given : label)

/** The state that `--head` names, or the working tree. @throws UsageError for one that cannot be read */
export async function readHead(
  head: string | undefined,
  settings: Settings,
  place = placeIn(settings),
  option = '--head',
): Promise<Tree> {
  return head === undefined ? readWorkingTree(settings) : readSource(option, head, place)
}

function placeIn(settings: Settings, usage = settings.usage?.file): SourceOptions {
  const { root, files, direct, indirect, places } = settings
  const config = [...files, ...direct, ...indirect]
  return { root, layout: settings, config, places, usage, folder: startedIn() }
}

function readWorkingTree(settings: Settings): Tree {
  const files = folderFiles(settings.root, 'the working tree')
  const tree = readTree(files, settings)
  // A single schema cannot be compared with an empty tree: no step could run, and the check would pass.
  const isServed = settings.project?.served !== undefined
  if (tree.subgraphs.length === 0 && !isServed) throw withoutSchema(files, settings)
  return { ...tree, config: files.read(settings.usage ? [settings.usage.file] : []) }
}

function prepared(project: Settings['project']): NonNullable<Settings['project']> {
  return project?.prepare ? { prepare: project.prepare } : {}
}

/** The path of the usage file, relative to the project. */
function usageFile({ root, usage }: Settings, given: string | undefined): string | undefined {
  return given === undefined ? usage?.file : relative(root, resolve(startedIn(), given))
}

/** The usage for the check: the head's own file, if it has one; otherwise the file is exported for each check. */
function usageFor(
  given: string | undefined,
  { usage, root }: Settings,
  head: Tree,
): GivenUsage | undefined {
  if (given !== undefined) {
    const text = readGiven(root, '--usage', given)
    return { ...usage, file: given, usage: readFieldUsage(text) }
  }
  if (usage === undefined) return undefined
  const { file } = usage
  const text = head.config?.get(file) ?? readText(root, `usage.file ${file}`, resolve(root, file))
  return { ...usage, usage: readFieldUsage({ file, text }) }
}

/** The file that an option names. */
function readGiven(root: string, option: string, file: string): Text {
  return { file, text: readText(root, `${option} ${file}`, resolve(startedIn(), file)) }
}

function readText(root: string, name: string, path: string): string {
  followed(() => checkInside(root, path))
  return plain(readBytes(path, name).toString('utf8'))
}
