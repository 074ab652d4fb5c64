// The versions of Node that federation-check is tested on. All but the project's own are packages of this folder.
import { fileURLToPath } from 'node:url'

const installed = (name: string) =>
  fileURLToPath(new URL(`../node_modules/${name}/bin/node`, import.meta.url))

/** The program of each, by its version; the first is the lowest that `engines` of package.json names. */
export const NODES: Readonly<Record<string, string>> = {
  '22.1.0': installed('node-22.1'),
  '22.23.3': installed('node-22'),
  '24.21.0': installed('node-24'),
  [process.versions.node]: process.execPath,
}
