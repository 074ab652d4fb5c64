// Runs before each test file: password hashes cost little, nobody watches them yet, and built-in modules are imported
// without a report.
import { isBuiltin, registerHooks } from 'node:module'
import { afterAll } from 'vitest'
import { watchHashes } from './password-cost.ts'

watchHashes(undefined)

// Vitest's hook reports each import to its main process, and Apollo Server requires `crypto` in every request.
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    isBuiltin(specifier) && !specifier.startsWith('node:')
      ? { url: `node:${specifier}`, format: 'builtin', shortCircuit: true }
      : next(specifier, context),
})
afterAll(() => hooks.deregister())
