// The OpenAPI or AsyncAPI documents of the head as they are generated now, if the committed ones are stale.
import type { Both } from '../both.ts'
import type { Project } from '../project.ts'
import type { Described } from '../steps/reasons.ts'
import type { Text } from '../sources/files.ts'
import type { Tree } from '../sources/tree.ts'

/** The documents as they are generated now, if the committed ones are stale. */
export async function generatedContracts(
  { base, head }: Both<Tree>,
  by: Described,
  { stale }: Partial<Project>,
): Promise<Text[]> {
  // A failing generator is reported by the step `fresh`.
  const fresh = await stale?.().catch(() => undefined)
  const missing = base[by].filter(({ file }) => !head[by].some((one) => one.file === file))
  const texts = new Map([
    ...missing.map(({ file }) => [file, fresh?.get(file)] as const),
    ...head[by].map(({ file, text }) => [file, fresh?.has(file) ? fresh.get(file) : text] as const),
  ])
  return [...texts].flatMap(([file, text]) => (text === undefined ? [] : [{ file, text }]))
}
