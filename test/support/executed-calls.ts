// How much work a program does: the calls of its functions, as V8 counts them.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Session, type Profiler } from 'node:inspector'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Coverage {
  result: Pick<Profiler.ScriptCoverage, 'url' | 'functions'>[]
}

/** The calls in this process during `work`. */
export async function callsDuring(work: () => unknown): Promise<number> {
  const session = new Session()
  session.connect()
  const post = promisify<string, object | undefined, Coverage>(session.post.bind(session) as never)
  await post('Profiler.enable', undefined)
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  try {
    await work()
    return callsIn(await post('Profiler.takePreciseCoverage', undefined))
  } finally {
    session.disconnect()
  }
}

/** The calls, and runs of blocks within them, in all programs of Node that `start` starts with this environment, and waits for. */
export async function callsOfPrograms(
  start: (environment: { NODE_V8_COVERAGE: string }) => unknown,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-calls-'))
  try {
    await start({ NODE_V8_COVERAGE: folder })
    const files = await readdir(folder)
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
    return texts.reduce((sum, text) => sum + callsIn(JSON.parse(text) as Coverage), 0)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function callsIn({ result }: Coverage): number {
  let calls = 0
  for (const { functions } of result) {
    for (const { ranges } of functions) for (const { count } of ranges) calls += count
  }
  return calls
}
