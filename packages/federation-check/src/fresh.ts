// Step 1: are the committed generated files up to date?
import { breaking, final, findingsOf, type Finding, type Rules } from './finding.ts'

export const freshRules = {
  // Breaking, because the next check would take the stale file for what was served.
  'generated-stale': final(
    breaking('a generated file is stale', 'the generator was not run', {
      fix: 'Run the generator, and commit what it writes.',
    }),
  ),
  'generation-failed': final(
    breaking('the generator fails', 'a subgraph that cannot be loaded', {
      fix: 'Repair what the message names.',
    }),
  ),
} satisfies Rules

const tell = findingsOf('fresh', freshRules)

/** Stale generated files with their expected text; undefined for a file to delete. */
export type Stale = ReadonlyMap<string, string | undefined>

/** A finding for each file that is missing or stale, or for a generator that fails. */
export async function checkFresh(
  stale: () => Promise<Stale>,
  generator?: string,
): Promise<Finding[]> {
  const remedy = generator === undefined ? 'Generate it' : `Run \`${generator}\``
  try {
    return [...(await stale()).keys()].map((file) => {
      const message = `${file} is stale. ${remedy} and commit it.`
      return tell('generated-stale', { coordinate: file, at: { file } }, message)
    })
  } catch (error) {
    const message = `Nothing can be generated: ${(error as Error).message}`
    return [tell('generation-failed', { coordinate: 'schema' }, message)]
  }
}
