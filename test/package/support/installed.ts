// Packs federation-check and installs it in an empty folder, with the oldest Node that it runs on.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the installation. */
    home: string
    /** The archive of the package, as it would be published. */
    archive: string
    /** A Node of another major version. */
    oldNode: string
  }
}

/** Installs everything once, for all tests. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'federation-check-'))
  const home = join(folder, 'home')
  try {
    await mkdir(home)
    // npm asks before it runs scripts of packages; the one of `node` installs the program.
    const manifest = { private: true, type: 'module', allowScripts: { node: true } }
    await writeFile(join(home, 'package.json'), JSON.stringify(manifest))
    const archive = await packed(folder)
    await npm(home, 'install', archive, 'node@22')
    provide('archive', archive)
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
  provide('home', home)
  provide('oldNode', join(home, 'node_modules/node/bin/node'))
  return () => rm(folder, { recursive: true })
}

/** Packs a copy, so that no build is left in the project. */
async function packed(folder: string): Promise<string> {
  const copy = join(folder, 'copy/schema/check')
  await cp(join(PROJECT, 'schema/check'), copy, { recursive: true })
  await cp(join(PROJECT, 'tsconfig.json'), join(folder, 'copy/tsconfig.json'))
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'copy/node_modules'))
  const file = (await npm(copy, 'pack', '--pack-destination', folder)).trim().split('\n').at(-1)!
  await rm(join(folder, 'copy'), { recursive: true })
  return join(folder, file)
}

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const quiet = ['--silent', '--no-audit', '--no-fund']
  return (await run('npm', [...args, ...quiet], { cwd, timeout: 200_000 })).stdout
}

/** An environment without variables of this project. */
export function outside(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME }
}
