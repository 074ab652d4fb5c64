// `node --import ./foundation/process/compile-cache.js main.ts`: types are stripped and code is
// compiled at the first start alone. JavaScript, because Node's type stripper would be loaded for it.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Not in the folder for temporary files, Node's default: other users of the machine may write there,
// and what is in the cache is executed. Where this folder cannot be written, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
