// Lint rules for the direction of imports, from ordered lists of folders.
import { posix } from 'node:path'
import type { OxlintOverride } from 'oxlint'

/** A pattern of `no-restricted-imports`, in the syntax of gitignore. */
interface RestrictedPattern {
  group: string[]
  message: string
}

export interface ImportRestrictions {
  excludeFiles?: string[]
  paths?: { name: string; message: string }[]
  patterns?: RestrictedPattern[]
}

interface Layers {
  /** The folder that these folders are in. */
  parent: string
  /**
   * The folders, lowest first: each may import itself and those before it. Folders in one array must not import each
   * other; folders in one string, separated by spaces, may. A folder with others of the list in it stands for its
   * own files.
   */
  order: readonly (string | readonly string[])[]
  /** What single folders must not import either. */
  also?: Readonly<Record<string, ImportRestrictions>>
  /** What none of the folders may import. */
  everywhere?: ImportRestrictions
}

/** A configuration override for the files of a folder; it replaces earlier ones. */
export function restrictImports(files: string, restrictions: ImportRestrictions): OxlintOverride {
  const { excludeFiles = [], paths = [], patterns = [] } = restrictions
  const rules: OxlintOverride['rules'] = {
    'no-restricted-imports': ['error', { paths, patterns }],
  }
  return { files: [files], excludeFiles, rules }
}

/** An override for each folder: no imports from later folders, or from outside the first two folders of its path. */
export function layerRules(layers: Layers): OxlintOverride[] {
  const { parent, order, also = {}, everywhere = {} } = layers
  const levels = order.map((level) => [level].flat())
  const every = foldersOf(levels.flat())
  return levels.flatMap((level, at) =>
    level.flatMap((room) => {
      const allowed = foldersOf([...levels.slice(0, at).flat(), room])
      const denied = every.filter((folder) => !allowed.includes(folder))
      return foldersOf([room]).map((folder) => {
        const path = `${parent}/${folder}`
        const { paths = [], patterns = [] } = also[folder] ?? {}
        const rooms = every.some((inner) => inner.startsWith(`${folder}/`)) ? '' : '**/'
        return restrictImports(`${path}/${rooms}*.ts`, {
          paths: [...paths, ...(everywhere.paths ?? [])],
          patterns: [
            outside(path),
            above({ parent, folder, allowed, denied, every }),
            ...patterns,
            ...(everywhere.patterns ?? []),
          ],
        })
      })
    }),
  )
}

/** Matches everything outside the first two folders of a path such as `subgraphs/path/domain`. */
export function outside(path: string): RestrictedPattern {
  const own = path.split('/').slice(0, 2).join('/')
  const message = `${own} imports itself and the foundation, as #foundation/….`
  return { group: [`${'../'.repeat(path.split('/').length - 1)}**`], message }
}

function foldersOf(rooms: readonly string[]): string[] {
  return rooms.flatMap((room) => room.split(' '))
}

interface Above {
  parent: string
  folder: string
  allowed: readonly string[]
  denied: readonly string[]
  every: readonly string[]
}

function above({ parent, folder, allowed, denied, every }: Above): RestrictedPattern {
  const group = denied.flatMap((other) => {
    const way = posix.relative(folder, other)
    const path = way.startsWith('.') ? way : `./${way}`
    const hasInner = every.some((inner) => inner.startsWith(`${other}/`))
    return hasInner ? [`${path}/*.ts`] : [`${path}/**`, `#${parent}/${other}/**`]
  })
  const below = allowed.filter((other) => other !== folder).join(', ')
  return { group, message: `In ${parent}, ${folder} imports only: ${below || 'itself'}.` }
}
