// The cost of password hashes in a test run: a real hash takes 33 ms of a processor.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Cost = 'little' | 'some' | 'real'

/** What differs from the parameters of production. */
const CHANGED: Readonly<Record<Cost, object>> = {
  // The minimum that argon2id allows.
  little: { memory: 8, passes: 1 },
  // A quarter, which is still more work than the rest of a request.
  some: { memory: 4_864 },
  real: {},
}

const { argon2 } = crypto
let cost: Cost = 'real'
let onBegin: (() => void) | undefined

crypto.argon2 = (algorithm, parameters, callback) => {
  onBegin?.()
  argon2(algorithm, { ...parameters, ...CHANGED[cost] }, callback)
}
syncBuiltinESMExports()

/** Sets the cost of new hashes. A hash is verified at the cost at which it was made. */
export function setPasswordCost(chosen: Cost): void {
  cost = chosen
}

/** Calls back at the beginning of each hash, within its request; with undefined, no more. */
export function watchHashes(callback: (() => void) | undefined): void {
  onBegin = callback
}
