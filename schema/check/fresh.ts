// Step 1: do the committed generated files say what the sources generate?
import { breaking, findingsOf, type Finding, type Rules } from './finding.ts'

export const freshRules = {
  'generated-stale': breaking('a generated file is not fresh', '`npm run schema` was not run'),
  'generation-failed': {
    ...breaking('the generator fails', 'a subgraph that cannot be loaded'),
    final: true,
  },
} satisfies Rules

const tell = findingsOf('fresh', freshRules)

/** A finding for each file that is missing or says something else, or for why nobody can tell. */
export async function checkFresh(stale: () => Promise<readonly string[]>): Promise<Finding[]> {
  try {
    return (await stale()).map((file) => {
      const message = `${file} is not what the sources generate: run \`npm run schema\`.`
      return tell('generated-stale', { coordinate: file, at: { file } }, message)
    })
  } catch (error) {
    const message = `Nothing can be generated: ${(error as Error).message}`
    return [tell('generation-failed', { coordinate: 'schema' }, message)]
  }
}
