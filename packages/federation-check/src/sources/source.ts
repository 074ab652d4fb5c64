// Reads the two sides of the check: each is a commit, a folder, a file, an archive, a URL or stdin.
import { realpathSync, statSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { ownConfigIn } from '../config/check-config.ts'
import { archiveFiles, isArchive } from './archive.ts'
import { commitFiles } from './commit.ts'
import { readBytes } from './bounded.ts'
import { folderFiles } from './folder.ts'
import { followed, plain, UsageError, type Files } from './files.ts'
import { commitHint, findCommit, folderInRepository, isCheckedOut, mergeBase } from './git.ts'
import { readBy, type Layout } from './layout/layout.ts'
import { checkInside } from './links.ts'
import { readBounded } from './bounded.ts'
import { fetchSchema, isUrl, readIntrospection, urlLabel, withoutSecrets } from './remote.ts'
import { MissingSchemaError } from './subgraphs.ts'
import { readSchemaFile, readServed, type Tree } from './tree.ts'
import { unmatchedIn } from './layout/unmatched.ts'

/** Refuses stdin for both sides. @throws UsageError for two sides that are both read from stdin */
export function refuseTwice(base: string | undefined, head: string | undefined): void {
  if (base === '-' && head === '-') throw new UsageError('Only one side can be read from stdin.')
}

/** How the sides of the check are found. */
export interface SourceOptions {
  /** The folder of the project. Names of commits are looked up in its repository. */
  root: string
  layout?: Layout
  /** The configuration and what it loads, relative to the project. */
  config?: readonly string[]
  /** The places of a configuration, the one that takes precedence first. */
  places?: readonly string[]
  /** The usage file that the configuration names. */
  usage?: string | undefined
  /** The folder that relative paths start from. */
  folder?: string
}

/**
 * Reads the given base. Default: the merge base with main.
 * @throws UsageError as `readSource` does
 */
export async function readBase(
  given: string | undefined,
  place: SourceOptions,
  option = '--base',
): Promise<Tree> {
  return readSource(option, given ?? mergeBase(place.root), place)
}

/**
 * Reads one side: a URL, `-` for stdin, a commit, a folder, an archive, or a file of one schema.
 * @param option names it in errors, e.g. `--base`
 * @throws UsageError when it is none of these, or cannot be read
 */
export async function readSource(
  option: string,
  given: string,
  place: SourceOptions,
): Promise<Tree> {
  if (isUrl(given)) {
    const tree = readSchemaFile({ file: withoutSecrets(given), text: await fetchSchema(given) })
    return { ...tree, label: urlLabel(given) }
  }
  if (given === '-') {
    const bytes = await readBounded('stdin', process.stdin)
    return readSchemaFile({ file: 'stdin', text: schemaIn('stdin', bytes) })
  }
  const { root, layout = {}, config: known = [], places = [], usage } = place
  const commit = findCommit(root, given)
  if (commit !== undefined) {
    const isInside = isIn(root)
    const committed = [...known, ...places, usage ?? []].flat().filter(isInside)
    const isText = readBy({ ...layout, code: [] })
    const files = commitFiles(
      root,
      commit,
      given,
      (path) => isText(path) || committed.includes(path),
    )
    const side = readSide(files, { ...place, places: places.filter(isInside) })
    const tree: Tree = { ...side, config: files.read(committed), isCommit: true }
    const isRead = readBy(layout)
    const isInput = (path: string) =>
      isRead(path) || known.includes(path) || path === usage || files.isLinked(path)
    return isCheckedOut(root, commit, isInput) ? { ...tree, isHead: true } : tree
  }
  return readPath(option, given, resolve(place.folder ?? process.cwd(), given), place)
}

/**
 * Returns a function that is true for paths inside. A configuration may be outside of the
 * repository, where no commit has it.
 */
export function isIn(root: string) {
  const folder = folderInRepository(root)
  return (file: string) => !posix.join(folder, file).startsWith('..')
}

/** False where a path leads from a folder in the project to the configuration of the project itself. */
function isOfOther(folder: string, { root, config = [] }: SourceOptions) {
  const known = new Map(config.map((file) => [resolve(root, file), file]))
  return (file: string) => (known.get(resolve(folder, file)) ?? file) === file
}

/** Reads a side, with the file locations in its own configuration. The caller's configuration provides the others. */
function readSide(files: Files, { root, layout = {}, places = [] }: SourceOptions): Tree {
  const [first] = files.read(places)
  const own = first?.[0].endsWith('.json') ? ownConfigIn(first[1], first[0], root) : undefined
  try {
    const tree = readServed(files, { ...layout, ...own?.layout })
    return { ...tree, access: own?.access, unmatched: unmatchedIn(files, layout) }
  } catch (error) {
    const isMoved = error instanceof MissingSchemaError && !own && layout.subgraphs !== undefined
    throw isMoved ? new UsageError(`${error.message} ${MOVED}`) : error
  }
}

const MOVED =
  'If the change moves or adds SDL, write the configuration as JSON: each side is read with its own. Or name both places: "{old,new}/<name>.graphql".'

function readPath(option: string, given: string, path: string, place: SourceOptions): Tree {
  const { root, config = [], places = [], usage = [] } = place
  const served = (files: Files): Tree => {
    const own = [...config, ...places, usage].flat().filter(isOfOther(path, place))
    const side = readSide(files, { ...place, places: places.filter(isOfOther(path, place)) })
    return { ...side, config: files.read(own) }
  }
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new UsageError(missing(`${option} ${given}`, root, given))
  if (found.isDirectory()) {
    const tree = served(folderFiles(path))
    return realpathSync(path) === realpathSync(root) ? { ...tree, isHead: true } : tree
  }
  followed(() => checkInside(root, path))
  const bytes = readBytes(path, given)
  if (isArchive(bytes)) return served(archiveFiles(given, bytes))
  return readSchemaFile({ file: given, text: schemaIn(given, bytes) })
}

/** The message for a missing source. A name with the ending of a schema is not a commit, so git is not mentioned. */
function missing(named: string, root: string, given: string): string {
  if (/\.(graphqls?|gql|json|tgz|tar|gz)$/.test(given)) return `${named}: there is no such file.`
  return `${named} is neither a commit nor a path. ${commitHint(root, given)}`.trimEnd()
}

/** The SDL of a file, which may be an introspection result. */
function schemaIn(name: string, bytes: Buffer): string {
  const text = plain(bytes.toString('utf8'))
  if (text.trim() === '') throw new UsageError(`${name} is empty; a schema is expected.`)
  return readIntrospection(name, text) ?? text
}
