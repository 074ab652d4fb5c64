// How much work a test run puts into a hash of a password: the real work is 33 ms of a processor each.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The least that argon2id allows. */
const LITTLE = { memory: 8, passes: 1 }

const { argon2 } = crypto
let cost: 'little' | 'real' = 'real'

crypto.argon2 = (algorithm, parameters, callback) => {
  argon2(algorithm, cost === 'real' ? parameters : { ...parameters, ...LITTLE }, callback)
}
syncBuiltinESMExports()

/** From now on. A hash is verified at the cost at which it was made. */
export function setPasswordCost(chosen: 'little' | 'real'): void {
  cost = chosen
}
