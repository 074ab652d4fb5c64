// Runs before each test file: password hashes and built-in modules cost little, and nobody watches hashes yet.
import './builtin-modules.ts'
import { watchHashes } from './password-cost.ts'

watchHashes(undefined)
