// Runs before each test file: password hashes and built-in modules cost little, and nobody watches hashes yet.
import { keepBuiltinModules } from './builtin-modules.ts'
import { watchHashes } from './password-cost.ts'

keepBuiltinModules()
watchHashes(undefined)
