// Packs federation-check and installs it in an empty folder.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

const PACKAGE = fileURLToPath(new URL('../../..', import.meta.url))
const PROJECT = join(PACKAGE, '../..')
const MANIFEST = readFileSync(join(PACKAGE, 'package.json'), 'utf8')
const run = promisify(execFile)

/** The name of the package, which its owner may change. */
export const { name: NAME } = JSON.parse(MANIFEST) as { name: string }

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the installation. */
    home: string
    /** The archive of the package, as it would be published. */
    archive: string
  }
}

/** Installs everything once, for all tests. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'federation-check-'))
  const home = join(folder, 'home')
  try {
    const archive = await packed(folder)
    await install(home, archive)
    provide('archive', archive)
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
  provide('home', home)
  return () => rm(folder, { recursive: true })
}

/** Makes a folder with a package that has one dependency, the packed federation-check. */
export async function install(home: string, archive: string): Promise<void> {
  await mkdir(home)
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await npm(home, 'install', archive)
}

/**
 * Packs a copy, so that no build is left in the project.
 * @param settings of its package.json, as `npm pkg set` takes them
 * @returns the path of the archive in `folder`
 */
export async function packed(folder: string, ...settings: string[]): Promise<string> {
  const copy = join(folder, 'copy/packages/federation-check')
  const filter = (path: string) => path !== join(PACKAGE, 'test')
  await cp(PACKAGE, copy, { recursive: true, filter })
  await cp(join(PROJECT, 'tsconfig.json'), join(folder, 'copy/tsconfig.json'))
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'copy/node_modules'))
  if (settings.length > 0) await npm(copy, 'pkg', 'set', ...settings)
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
