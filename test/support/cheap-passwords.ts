// Runs before each file of the slow tier: only tests that measure time need hashes at their real cost.
import { setPasswordCost } from './password-cost.ts'

setPasswordCost('little')
