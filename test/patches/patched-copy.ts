// A copy of the project with patches applied, to show what a change takes.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAMS = join(PROJECT, 'node_modules/.bin')
/** Left behind by installations, other tests and the running system. */
const NOT_COPIED = new Set(['.git', '.data', 'node_modules'])

/** The files that a patch changes or adds. */
export interface PatchFiles {
  /** Those apart from tests. */
  files: readonly string[]
  tests: readonly string[]
}

export interface PatchedCopy {
  /** Applies `<name>.patch` on top of those before. */
  apply(name: string): PatchFiles
  /** A file of the copy. */
  read(path: string): Promise<string>
  /** Runs a program of the project's packages in the copy, and returns its output. @throws with it when it fails */
  run(program: string, ...args: string[]): Promise<string>
  remove(): Promise<void>
}

/** Copies the project below itself, where the packages are found. */
export async function patchedCopy(): Promise<PatchedCopy> {
  await mkdir(join(PROJECT, '.data'), { recursive: true })
  const folder = await mkdtemp(join(PROJECT, '.data', 'patched-'))
  const entries = (await readdir(PROJECT)).filter((entry) => !NOT_COPIED.has(entry))
  const filter = (path: string) => !NOT_COPIED.has(basename(path))
  for (const entry of entries) {
    await cp(join(PROJECT, entry), join(folder, entry), { recursive: true, filter })
  }
  // Without a repository of its own, git would apply patches to the project's.
  gitIn(folder, 'init', '--quiet')
  return {
    apply: (name) => applyPatch(folder, name),
    read: (path) => readFile(join(folder, path), 'utf8'),
    run: (program, ...args) => run(folder, program, args),
    remove: () => rm(folder, { recursive: true }),
  }
}

function applyPatch(folder: string, name: string): PatchFiles {
  const patch = fileURLToPath(new URL(`${name}.patch`, import.meta.url))
  // One line of context is enough, because lines further away may change.
  gitIn(folder, 'apply', '-C1', patch)
  const changed = gitIn(folder, 'apply', '--numstat', patch).trim().split('\n')
  const all = changed.map((line) => line.split('\t').at(-1)!)
  const isTest = (file: string) => /(^|\/)test\//.test(file)
  return { files: all.filter((file) => !isTest(file)), tests: all.filter(isTest) }
}

function gitIn(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' })
}

async function run(cwd: string, program: string, args: readonly string[]): Promise<string> {
  const env = {
    PATH: `${PROGRAMS}${delimiter}${process.env.PATH}`,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: inject('copiesCompileCache'),
    NO_COLOR: '1',
  }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed:\n${output}`)
  return output
}
