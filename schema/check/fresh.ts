// Step 1: do the committed generated files say what the sources generate?
import { breaking, findingsOf, type Finding, type Rules } from './finding.ts'

export const freshRules = {
  'generated-stale': {
    ...breaking('a generated file is not what the sources generate', 'no `npm run schema`'),
    // The next check reads it as what was served.
    final: true,
  },
  'generation-failed': {
    ...breaking('the generator fails', 'a subgraph that cannot be loaded'),
    final: true,
  },
} satisfies Rules

const tell = findingsOf('fresh', freshRules)

/** Generated files that are not fresh, with what they should say; undefined for one that must go. */
export type Stale = ReadonlyMap<string, string | undefined>

/** A finding for each file that is missing or says something else, or for why nobody can tell. */
export async function checkFresh(stale: () => Promise<Stale>): Promise<Finding[]> {
  try {
    return [...(await stale()).keys()].map((file) => {
      const message = `${file} is not what the sources generate: run \`npm run schema\`.`
      return tell('generated-stale', { coordinate: file, at: { file } }, message)
    })
  } catch (error) {
    const message = `Nothing can be generated: ${(error as Error).message}`
    return [tell('generation-failed', { coordinate: 'schema' }, message)]
  }
}
