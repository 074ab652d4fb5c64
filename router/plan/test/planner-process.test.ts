// What the process of the planner loads.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readSupergraph } from '../../supergraph/committed-source.ts'
import { startNativePlanner } from '../remote/remote-planners.ts'

/** Prints the modules of Node that the process has loaded when the supergraph arrives. */
const WRITE = `
  import { writeFileSync } from 'node:fs'
  process.once('message', () => writeFileSync(process.env.LOADED, process.moduleLoadList.join()))`

test('a process of the planner strips no types that an earlier one has stripped, although that was killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'planner-process-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'loaded')
  vi.stubEnv('LOADED', file)
  vi.stubEnv('NODE_COMPILE_CACHE', join(folder, 'compiled'))
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(WRITE)}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const stripsTypes = async () => {
    const planner = await startNativePlanner(readSupergraph())
    await planner.close()
    return (await readFile(file, 'utf8')).includes('amaro')
  }
  expect(await stripsTypes()).toBe(true)
  expect(await stripsTypes()).toBe(false)
})
