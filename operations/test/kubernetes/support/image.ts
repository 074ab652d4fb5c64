// The file system of the image, without Docker: the lines of the Dockerfile in a folder.
import { execFile, execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { getuid } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Where the image has Node. */
export const NODE = '/nodejs/bin/node'
/** Any but the one that runs there. */
const OTHER_USER = '1:1'
const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url))

export interface Image extends AsyncDisposable {
  /** The folder with its file system, where Node and its libraries are empty files. */
  root: string
  env: Readonly<Record<string, string>>
  /** The user and the group. */
  user: string
}

interface Stage {
  /** What a file system of the stage has at its root. */
  root: string
  workdir: string
}

/** Follows the Dockerfile. Instructions about programs that this machine has itself are left out: FROM, and CMD. */
export async function buildImage(): Promise<Image> {
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-image-'))
  // Another user must be able to enter.
  await chmod(folder, 0o755)
  const [packages, image] = instructions()
    .split(/^FROM .*$/m)
    .slice(1)
  const first = await follow(packages!, join(folder, 'packages'))
  const root = join(folder, 'image')
  await follow(image!, root, first)
  await addMountPoints(root)
  // In the image they are root's, who is the user inside of the sandbox if this is root.
  if (getuid?.() === 0) await run('chown', ['-R', OTHER_USER, root])
  return {
    root,
    env: environmentOf(image!),
    user: /^USER (.*)$/m.exec(image!)![1]!,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** Nobody can add them to a file system that is read-only. */
async function addMountPoints(root: string): Promise<void> {
  for (const folder of ['proc', 'dev']) await mkdir(join(root, folder))
  for (const file of [NODE, ...libraries()]) {
    await mkdir(join(root, dirname(file)), { recursive: true })
    await writeFile(join(root, file), '')
  }
}

/** The libraries of a program, or of Node. The image has them from packages of Debian. */
export function libraries(program = process.execPath): string[] {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' })
  return [...lines.matchAll(/(\/\S+) \(0x/g)].map(([, file]) => file!)
}

function environmentOf(lines: string): Record<string, string> {
  const [, variables] = /^ENV (.*)$/m.exec(lines)!
  return Object.fromEntries(variables!.split(' ').map((variable) => variable.split('=')))
}

function instructions(): string {
  return readFileSync(join(PROJECT, 'Dockerfile'), 'utf8').replaceAll(/^#.*\n/gm, '')
}

async function follow(lines: string, root: string, from?: Stage): Promise<Stage> {
  const stage = { root, workdir: '/' }
  for (const line of lines.trim().split('\n')) {
    const [instruction, ...words] = line.split(' ')
    const rest = words.join(' ')
    if (instruction === 'WORKDIR') stage.workdir = rest
    await mkdir(join(root, stage.workdir), { recursive: true })
    if (instruction === 'RUN') await run('sh', ['-c', rest], { cwd: join(root, stage.workdir) })
    if (instruction === 'COPY') await copy(words, stage, from)
  }
  return stage
}

async function copy(words: string[], { root, workdir }: Stage, from?: Stage): Promise<void> {
  const files = words.filter((word) => !word.startsWith('--'))
  const target = files.pop()!
  const source = words.some((word) => word.startsWith('--from')) ? from!.root : PROJECT
  const isIgnored = await ignoredFiles()
  for (const file of files) {
    const name = target.endsWith('/') ? join(target, basename(file)) : target
    const to = name.startsWith('/') ? join(root, name) : join(root, workdir, name)
    const filter = (path: string) => source !== PROJECT || !isIgnored(path)
    await cp(join(source, file), to, { recursive: true, filter })
  }
}

/** What .dockerignore keeps out of the image. */
async function ignoredFiles(): Promise<(path: string) => boolean> {
  const patterns = (await readFile(join(PROJECT, '.dockerignore'), 'utf8')).trim().split('\n')
  const ignored = new Set(
    globSync(patterns, { cwd: PROJECT, exclude: ['**/node_modules/**'] }).map((file) =>
      join(PROJECT, file),
    ),
  )
  return (path) => ignored.has(path)
}
