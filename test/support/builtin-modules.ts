// Keeps built-in modules from vitest's hook, which reports each import to its main process: Apollo Server requires
// `crypto` in every request.
import { isBuiltin, registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    isBuiltin(specifier) && !specifier.startsWith('node:')
      ? { url: `node:${specifier}`, format: 'builtin', shortCircuit: true }
      : next(specifier, context),
})
