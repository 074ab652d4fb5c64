// Adds fragments from other files of the same client to documents, as a bundler does.
import { dirname } from 'node:path/posix'
import { Kind, print, visit, type DocumentNode, type FragmentDefinitionNode } from 'graphql'
import { UsageError } from '../files.ts'

interface Sent {
  client: string
  owner?: string
  subgraph?: string
  contract?: string
  file: string
  document: DocumentNode
  /** The number of the variant, where several fragments of one name are equally near. */
  variant?: number
}

/** A definition, and the file that it stands in. */
interface Candidate {
  file: string
  definition: FragmentDefinitionNode
}

type Fragments = ReadonlyMap<string, readonly Candidate[]>

/** The maximum number of definitions of one name that a document may choose from. */
const MAX_VARIANTS = 20

/**
 * Adds the fragments from other files of the same sender to each document. A name that is defined
 * more than once means the definition nearest to the file that spreads it; if several are as near, the
 * document is listed once with each. Files that contain only used fragments are left out.
 * @throws UsageError for a name with more definitions than the limit
 */
export function withFragments<T extends Sent>(all: readonly T[]): T[] {
  const known = new Map(
    [...Map.groupBy(all, senderOf)].map(([key, own]) => [key, fragmentsOf(own)]),
  )
  const whole = all.flatMap((one) => variantsOf(one, known.get(senderOf(one))!))
  const used = new Set(
    whole
      .filter(hasOperation)
      .flatMap((one) => spreadsIn(one.document).map((name) => `${senderOf(one)} ${name}`)),
  )
  return whole.filter((one) => hasOperation(one) || !isUsed(one, used))
}

/** The key of a sender. A bundler sees only the files of one client, even when another has the same schema. */
function senderOf({ client, owner, subgraph, contract }: Sent): string {
  return JSON.stringify([client, owner, subgraph, contract])
}

export const hasOperation = ({ document }: Pick<Sent, 'document'>) =>
  document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)

function isUsed(one: Sent, used: ReadonlySet<string>): boolean {
  return fragmentsIn(one.document).every(({ name }) => used.has(`${senderOf(one)} ${name.value}`))
}

function fragmentsIn({ definitions }: DocumentNode): FragmentDefinitionNode[] {
  return definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
}

function fragmentsOf(all: readonly Sent[]): Fragments {
  const found = all.flatMap(({ file, document }) =>
    fragmentsIn(document).map((definition): Candidate => ({ file, definition })),
  )
  return Map.groupBy(found, ({ definition }) => definition.name.value)
}

function variantsOf<T extends Sent>(one: T, fragments: Fragments): T[] {
  const variants: DocumentNode[] = []
  for (let wanted = 1; variants.length < wanted;) {
    const { document, choices } = completed(one, fragments, variants.length)
    variants.push(document)
    wanted = Math.max(wanted, choices)
  }
  if (variants.length === 1) return [{ ...one, document: variants[0]! }]
  return variants.map((document, variant) => ({ ...one, document, variant }))
}

/** The valid variants of each document, or all of them if none is valid. */
export function likelyVariants<T extends Sent>(
  all: readonly T[],
  isValid: (one: T) => boolean,
): T[] {
  const [open, sure] = [true, false].map((isOpen) =>
    all.filter(({ variant }) => (variant !== undefined) === isOpen),
  )
  const groups = Map.groupBy(open!, (one) => `${senderOf(one)} ${one.file}`)
  const left = [...groups.values()].flatMap((group) => {
    const valid = group.filter(isValid)
    return valid.length > 0 ? valid : group
  })
  return [...sure!, ...left]
}

/** The document with the fragments that it needs. Its own take precedence over those of other files. */
function completed({ file, document }: Sent, fragments: Fragments, variant: number) {
  const known = new Set(fragmentsIn(document).map(({ name }) => name.value))
  const definitions = [...document.definitions]
  let choices = 1
  // The loop includes added fragments, which may need more fragments.
  for (const definition of definitions) {
    for (const name of spreadsIn(definition)) {
      if (known.has(name)) continue
      const near = nearest(definition.loc?.source.name ?? file, fragments.get(name) ?? [])
      if (near.length > MAX_VARIANTS) throw tooMany(file, name, near.length)
      choices = Math.max(choices, near.length)
      known.add(name)
      definitions.push(...near.slice(Math.min(variant, near.length - 1)).slice(0, 1))
    }
  }
  return { document: { ...document, definitions }, choices }
}

function tooMany(file: string, name: string, found: number): UsageError {
  return new UsageError(
    `${file}: ${found} files define the fragment ${name} differently. List the documents of each client with its name, so that at most ${MAX_VARIANTS} remain.`,
  )
}

/** The different definitions whose files share the most folders with a file. */
function nearest(file: string, candidates: readonly Candidate[]): FragmentDefinitionNode[] {
  const near = candidates.map((one) => foldersInCommon(file, one.file))
  const found = candidates.filter((_, index) => near[index] === Math.max(...near))
  return [...new Map(found.map(({ definition }) => [print(definition), definition])).values()]
}

function foldersInCommon(one: string, other: string): number {
  const [folders, others] = [one, other].map((file) => dirname(file).split('/'))
  const end = folders!.findIndex((folder, index) => folder !== others![index])
  return end === -1 ? folders!.length : end
}

/** The names of the fragments that a node spreads. */
export function spreadsIn(node: DocumentNode | DocumentNode['definitions'][number]): string[] {
  const found: string[] = []
  visit(node, { FragmentSpread: ({ name }) => void found.push(name.value) })
  return found
}
