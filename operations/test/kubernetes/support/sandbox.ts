// Runs Node in the image's file system with the restrictions of its pod, by bubblewrap instead of a container.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { ExitResult } from '../../../../test/support/process.ts'
import { libraries, NODE, type Image } from './image.ts'

export interface Sandboxed {
  /** Node's own process id, seen from outside. */
  pid: number
  output(): string
  ended(): Promise<ExitResult>
}

/**
 * Starts Node as process 1, with these arguments and no other settings. The file system is read-only and has neither
 * /tmp nor a shell, the user is that of the image, and it can get no capability or privilege. The network is this
 * machine's.
 */
export async function startSandboxed(
  image: Image,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Sandboxed> {
  const child = spawn(
    'bwrap',
    [...restrictions(image), ...environment(image, settings), 'node', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  )
  const chunks: string[] = []
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  const ending = once(child, 'close').then(([code, signal]): ExitResult => ({ code, signal }))
  const info = await text(child.stdio[3] as Readable)
  if (!info) throw new Error(`bwrap did not start: ${chunks.join('')}`)
  return {
    pid: (JSON.parse(info) as { 'child-pid': number })['child-pid'],
    output: () => chunks.join(''),
    ended: () => ending,
  }
}

const RESTRICTIONS =
  '--unshare-user --cap-drop ALL --unshare-pid --as-pid-1 --unshare-ipc --unshare-uts --new-session --die-with-parent'

function restrictions({ root, user }: Image): string[] {
  const [uid, gid] = user.split(':')
  const node = `--ro-bind ${process.execPath} ${NODE}`
  const shared = libraries().map((file) => `--ro-bind ${file} ${file}`)
  const files = [`--ro-bind ${root} / --proc /proc --dev /dev`, node, ...shared, '--chdir /app']
  const who = `--uid ${uid} --gid ${gid} --clearenv --info-fd 3`
  return [...files, RESTRICTIONS, who].join(' ').split(' ')
}

function environment(image: Image, settings: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...image.env, ...settings }).flatMap(([name, value]) => [
    '--setenv',
    name,
    value,
  ])
}
