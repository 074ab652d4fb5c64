// The cost of password hashes in a test run: a real hash takes 33 ms of a processor.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The minimum that argon2id allows. */
const LITTLE = { memory: 8, passes: 1 }

const { argon2 } = crypto
let cost: 'little' | 'real' = 'real'

crypto.argon2 = (algorithm, parameters, callback) => {
  argon2(algorithm, cost === 'real' ? parameters : { ...parameters, ...LITTLE }, callback)
}
syncBuiltinESMExports()

/** Sets the cost of new hashes. A hash is verified at the cost at which it was made. */
export function setPasswordCost(chosen: 'little' | 'real'): void {
  cost = chosen
}
