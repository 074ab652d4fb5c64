// Matches globs of a configuration. A glob for subgraphs has `<name>` in it.
import { posix } from 'node:path'
import picomatch from 'picomatch'
import { UsageError, type Files, type Text } from '../files.ts'

/** The paths of the files that match a glob. */
export function pathsMatching(files: Files, glob: string): string[] {
  const { base, isDeep, match } = patternOf(glob)
  return files.list(base, isDeep).filter((path) => match(path))
}

/** The files that match any of some globs, sorted by path. */
export function matching(files: Files, globs: readonly string[]): Text[] {
  const paths = globs.flatMap((glob) => pathsMatching(files, glob))
  const texts = files.read([...new Set(paths)].toSorted())
  return [...texts].map(([file, text]) => ({ file, text }))
}

/** The file at a path, if it exists. @throws UsageError for a path that leads out of the project */
export function one(files: Files, path: string | undefined): Text | undefined {
  if (path === undefined) return undefined
  refuseOutside(path)
  const text = files.read([path]).get(path)
  return text === undefined ? undefined : { file: path, text }
}

/** Refuses a path out of the project, because no commit has a file there. */
function refuseOutside(path: string): void {
  if (!/^(\/|\.\.(\/|$))/.test(posix.normalize(path))) return
  throw new UsageError(`${path} is not inside the project. Set root to a folder above it.`)
}

/** A compiled glob. The text at `<name>` in a matching path is its name. */
interface Pattern {
  /** The folder that all matches stand below; `.` for any. */
  base: string
  /** True when a match may stand in a folder below the base. */
  isDeep: boolean
  match(path: string): { name: string | undefined } | undefined
}

const NAME = '<name>'
/** The placeholder for the name while the glob is compiled. */
const TOKEN = 'NAMEOFSUBGRAPH'

/**
 * Compiles a glob (https://github.com/micromatch/picomatch).
 * @throws UsageError for one that leads out of the project
 */
export function patternOf(glob: string): Pattern {
  refuseOutside(glob)
  const plain = posix.normalize(glob)
  if (plain.startsWith('!')) {
    throw new UsageError(`${glob}: globs add files; ! is not supported.`)
  }
  refuseSlow(glob)
  const { base, glob: rest } = picomatch.scan(plain.replace(NAME, '*'))
  const { source } = picomatch.makeRe(plain.replace(NAME, TOKEN))
  const regexp = new RegExp(source.replace(TOKEN, String.raw`(?<name>[\w-]+|[^/.][^/]*)`))
  return {
    base: rest === '' ? posix.dirname(plain) : base || '.',
    isDeep: rest.includes('/'),
    match(path) {
      const found = regexp.exec(path)
      return found ? { name: found.groups?.name } : undefined
    },
  }
}

/** The maximum number of `**` in a glob, because its regular expression backtracks. */
const MAX_DEEP = 3

/**
 * The maximum number of further `*` in a part of a path. One `*` matches in one way only; each
 * further one multiplies the ways of the whole glob.
 */
const MAX_FURTHER = 2

/** The maximum number of groups such as `{graphql,gql}`, whose branches multiply. */
const MAX_GROUPS = 4

/** Refuses slow globs. @throws UsageError for a glob that could take too long */
function refuseSlow(glob: string): void {
  const parts = glob.split('/')
  // A `+` after a class repeats it.
  const stars = parts.map((part) => part.match(/\*+|\+|<name>/g)?.length ?? 0)
  const further = stars.reduce((sum, count) => sum + Math.max(count - 1, 0), 0)
  const deep = parts.filter((part) => part === '**')
  const groups = glob.match(/[{(]/g) ?? []
  const reasons = [
    /[*+]\(|\)[*+{]/.test(glob) && 'repeats a group',
    further > MAX_FURTHER &&
      `has more than ${MAX_FURTHER} * that follow another in the same folder or file name`,
    deep.length > MAX_DEEP && `has more than ${MAX_DEEP} **`,
    groups.length > MAX_GROUPS && `has more than ${MAX_GROUPS} groups`,
  ]
  const reason = reasons.find(Boolean)
  if (reason) throw new UsageError(`${glob}: this glob ${reason}. List several globs instead.`)
}
