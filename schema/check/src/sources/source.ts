// The two sides of the check: each a commit, a folder, a file, an archive, a URL or stdin.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { archiveFiles, isArchive } from './archive.ts'
import { commitFiles } from './commit.ts'
import { folderFiles, plain, UsageError, type Files } from './files.ts'
import { findCommit, folderInRepository, gitProblem, isCheckedOut, mergeBase } from './git.ts'
import { readBy, type Layout } from './layout.ts'
import {
  fetchSchema,
  isAddress,
  MAX_BYTES,
  readBounded,
  readIntrospection,
  withoutSecrets,
} from './remote.ts'
import { readSchemaFile, readServed, type Tree } from './tree.ts'

/** Where the sides of the check are looked for. */
export interface SourceOptions {
  /** The folder of the project, whose repository knows the commits. */
  root: string
  layout?: Layout
  /** The configuration and the plugins beside it, relative to the project. */
  config?: readonly string[]
  /** The usage file that the configuration names. */
  usage?: string | undefined
  /** A relative path starts here. */
  folder?: string
}

/**
 * Reads the base that `--base` names. The default is the merge base with main.
 * @throws UsageError as `readSource` does
 */
export async function readBase(given: string | undefined, place: SourceOptions): Promise<Tree> {
  return readSource('--base', given ?? mergeBase(place.root), place)
}

/**
 * Reads one side: an address, `-` for stdin, a name of git, a folder, an archive, or a file of one schema.
 * @param option names it in errors, e.g. `--base`
 * @throws UsageError when it is none of these, or cannot be read
 */
export async function readSource(
  option: string,
  given: string,
  place: SourceOptions,
): Promise<Tree> {
  if (isAddress(given)) {
    return readSchemaFile({ file: withoutSecrets(given), text: await fetchSchema(given) })
  }
  if (given === '-') {
    const bytes = await readBounded('stdin', process.stdin)
    return readSchemaFile({ file: 'stdin', text: schemaIn('stdin', bytes) })
  }
  const { root, layout = {}, config: known = [], usage, folder = process.cwd() } = place
  const commit = findCommit(root, given)
  if (commit !== undefined) {
    const files = commitFiles(root, given)
    const config = readConfigTexts(files, known.filter(isIn(root)))
    // One that no commit has is exported for each check.
    for (const [file, text] of files.read(usage ? [usage] : [])) config.set(file, text)
    const tree = { ...readServed(files, layout), config }
    const isRead = readBy(layout)
    const isInput = (path: string) => isRead(path) || known.includes(path) || files.isLinked(path)
    return isCheckedOut(root, commit, isInput) ? { ...tree, isHead: true } : tree
  }
  return readPath(option, given, resolve(folder, given), place)
}

/** A configuration may stand outside of the repository, where no commit has it. */
function isIn(root: string) {
  const folder = folderInRepository(root)
  return (file: string) => !posix.join(folder, file).startsWith('..')
}

/** A commit has all files of its project: the text of one that it lacks is empty. */
function readConfigTexts(files: Files, config: readonly string[]): Map<string, string> {
  const texts = files.read(config)
  return new Map(config.map((file) => [file, texts.get(file) ?? '']))
}

function readPath(
  option: string,
  given: string,
  path: string,
  { root, layout, config = [] }: SourceOptions,
): Tree {
  const served = (files: Files): Tree => {
    return { ...readServed(files, layout), config: files.read(config) }
  }
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) {
    const problem = gitProblem(root)
    const reason = problem ? ` ${problem}` : ''
    throw new UsageError(`${option} ${given} is neither a commit nor a path.${reason}`)
  }
  if (found.isDirectory()) {
    const tree = served(folderFiles(path))
    return realpathSync(path) === realpathSync(root) ? { ...tree, isHead: true } : tree
  }
  const bytes = readBytes(path)
  if (isArchive(bytes)) return served(archiveFiles(given, bytes))
  return readSchemaFile({ file: given, text: schemaIn(given, bytes) })
}

function readBytes(path: string): Buffer {
  try {
    if (statSync(path).size <= MAX_BYTES) return readFileSync(path)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  throw new UsageError(`${path} is larger than ${MAX_BYTES} bytes.`)
}

/** SDL as it stands, or of the result of an introspection. */
function schemaIn(name: string, bytes: Buffer): string {
  const text = plain(bytes.toString('utf8'))
  return readIntrospection(name, text) ?? text
}
