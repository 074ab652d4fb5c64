// Runs before each test file: password hashes cost little, and nobody watches them yet.
import { watchHashes } from './password-cost.ts'

watchHashes(undefined)
