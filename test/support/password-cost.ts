// Makes password hashes cost little from its import on: a real one takes 33 ms of a processor.
import crypto, { type Argon2Parameters } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The minimum that argon2id allows. */
const LITTLE = { memory: 8, passes: 1 }

const { argon2 } = crypto
let onBegin: ((parameters: Argon2Parameters) => void) | undefined

crypto.argon2 = (algorithm, parameters, callback) => {
  onBegin?.(parameters)
  argon2(algorithm, { ...parameters, ...LITTLE }, callback)
}
syncBuiltinESMExports()

/**
 * Calls back at the beginning of each hash, within its request, with the parameters of production; with undefined, no
 * more.
 */
export function watchHashes(callback: ((parameters: Argon2Parameters) => void) | undefined): void {
  onBegin = callback
}
