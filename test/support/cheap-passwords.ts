// Runs before each test file: only a test that measures time needs the real work of a hash.
import { setPasswordCost } from './password-cost.ts'

setPasswordCost('little')
