// `node --import ./foundation/process/compile-cache.js main.ts`: strips types and compiles code at the first start
// only. It is JavaScript, because TypeScript would load Node's type stripper.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Not in the folder for temporary files, Node's default: other users may write there, and the cache is executed.
// If this folder is not writable, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
