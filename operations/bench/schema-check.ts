// `node operations/bench/schema-check.ts`: the processor time of a whole schema check with a change in it, beside generating.
import { spawnSync } from 'node:child_process'
import { root } from '../../schema/check.config.ts'
import { CONFIG } from '../../packages/federation-check/test/ecosystem/check-command.ts'
import {
  ProjectCopy,
  withOneMore,
} from '../../packages/federation-check/test/ecosystem/project-copy.ts'
import { reportFigures } from './result.ts'

/** Composition, of which the check needs one for each side, takes most of both. */
const MAX_RATIO = 2
/** Printed at the end, in microseconds. */
const PRINT_CPU = 'process.on("exit", () => console.error(JSON.stringify(process.cpuUsage())))'

const copy = new ProjectCopy()
const checked = await copy.changed(withOneMore, () =>
  leastOfThree(
    'packages/federation-check/src/main.ts',
    ...CONFIG,
    '--base',
    copy.folder,
    '--fail-on-unused=false',
  ),
)
copy.remove()
const generated = leastOfThree('schema/generate.ts', '--check')
reportFigures('schema-check', [
  { name: 'node ms of a check', value: checked, most: Infinity },
  { name: 'node ms of generating', value: generated, most: Infinity },
  { name: 'a check by generating', value: checked / generated, most: MAX_RATIO },
])

/** Milliseconds of a processor. One that is shared with others counts more for the same work. */
function leastOfThree(...command: string[]): number {
  const args = ['--import', `data:text/javascript,${PRINT_CPU}`, ...command]
  const runs = [1, 2, 3].map(() => {
    const { stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    const { user, system } = JSON.parse(stderr.trim().split('\n').at(-1)!) as NodeJS.CpuUsage
    return (user + system) / 1000
  })
  return Math.min(...runs)
}
