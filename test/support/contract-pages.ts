// The pages of docs/contract/, for the tests that compare them with the code.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../docs/contract', import.meta.url))

/** @param name such as `errors`, or the name of a service */
export const contractPage = (name: string): string =>
  readFileSync(join(FOLDER, `${name}.md`), 'utf8')

/** All pages as one text. */
export const wholeContract = (): string =>
  globSync('*.md', { cwd: FOLDER })
    .map((file) => readFileSync(join(FOLDER, file), 'utf8'))
    .join('\n')
