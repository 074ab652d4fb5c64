// Keeps built-in modules from vitest's hook, which reports each import to its main process: Apollo Server requires
// `crypto` in every request.
import { isBuiltin, registerHooks } from 'node:module'

let isRegistered = false

/** Takes effect once in each worker, however many files call it. */
export function keepBuiltinModules(): void {
  if (isRegistered) return
  isRegistered = true
  registerHooks({
    resolve: (specifier, context, next) =>
      isBuiltin(specifier) && !specifier.startsWith('node:')
        ? { url: `node:${specifier}`, format: 'builtin', shortCircuit: true }
        : next(specifier, context),
  })
}
