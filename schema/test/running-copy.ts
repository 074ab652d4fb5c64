// A copy of the project with its code, for tests that change it and run it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { root } from '../check.config.ts'

/** What the generator reads or runs. */
const PARTS = [
  'package.json',
  'content',
  'foundation',
  'rest-adapters',
  'router',
  'schema',
  'subgraphs',
]

/** A copy below the project, so that the packages are found. */
export class RunningCopy {
  readonly folder: string

  constructor() {
    // One copy after the other has the same path, so that the code of the first is compiled for all.
    this.folder = join(root, '.data', `copy-${process.pid}`)
    rmSync(this.folder, { recursive: true, force: true })
    mkdirSync(this.folder, { recursive: true })
    for (const part of PARTS) {
      const filter = (path: string) => !path.endsWith('/test')
      cpSync(join(root, part), join(this.folder, part), { recursive: true, filter })
    }
  }

  /** Changes one file. @throws when there is nothing to change */
  edit(path: string, from: string, to: string): void {
    const file = join(this.folder, path)
    const before = readFileSync(file, 'utf8')
    if (!before.includes(from)) throw new Error(`No ${from} in ${path}.`)
    writeFileSync(
      file,
      before.replace(from, () => to),
    )
  }

  /** Runs a script of the copy. */
  run(...args: string[]) {
    const env = { ...process.env, NODE_COMPILE_CACHE: inject('copiesCompileCache') }
    return spawnSync(process.execPath, args, { cwd: this.folder, encoding: 'utf8', env })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}
