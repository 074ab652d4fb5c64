// Refuses to publish what only the owner can decide: npm runs this before `npm publish`. See docs/publishing.md.
import { existsSync, readFileSync } from 'node:fs'

const read = (file) => new URL(file, import.meta.url)
const { license, repository } = JSON.parse(readFileSync(read('package.json'), 'utf8'))

const missing = [
  license === 'UNLICENSED' && 'Choose a licence: npm pkg set license=<SPDX id>.',
  !existsSync(read('LICENSE')) && 'Add its text as LICENSE.',
  !repository && 'Name the repository: npm pkg set repository.url=git+https://… .',
].filter(Boolean)

if (missing.length > 0) {
  console.error(['Not ready to publish. See docs/publishing.md.', ...missing].join('\n'))
  process.exitCode = 1
}
