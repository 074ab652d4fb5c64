// This checkout and an earlier commit of it side by side: the same data, people and load.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkOut } from '#test/earlier-checkout.ts'
import { PROJECT, setStage, type Stage } from './programs.ts'
import { compare } from './rounds.ts'
import { sideOf, startSystem, type Work } from './system.ts'

/** The last commit before responses were bounded. Later commits must not be slower. */
const BASE = 'c7cb390'
/** What two runs of one and the same commit differ by. */
const MIN_RATIO = 0.95

export interface Earlier extends AsyncDisposable {
  commit: string
  folder: string
}

interface Comparison {
  /** The name of the benchmark. */
  name: string
  work: Work
  /** The ratio that must be reached. */
  least?: number
}

/** Checks out the commit that `--base` names. */
export async function checkOutEarlier(stage: Stage): Promise<Earlier> {
  const { values } = parseArgs({ options: { base: { type: 'string', default: BASE } } })
  const folder = join(stage.folder, 'earlier')
  return { ...(await checkOut(values.base, folder)), commit: values.base, folder }
}

/** Compares the work on this checkout with that on the commit that `--base` names. */
export async function compareWithEarlier({
  name,
  work,
  least = MIN_RATIO,
}: Comparison): Promise<void> {
  await using stage = await setStage()
  await using earlier = await checkOutEarlier(stage)
  const ours = await startSystem(stage, 'this checkout', PROJECT)
  const theirs = await startSystem(stage, earlier.commit, earlier.folder)
  await compare({
    name,
    ours: sideOf(ours, work),
    peers: [{ ...sideOf(theirs, work), least }],
    postgresPid: stage.postgresPid,
  })
}
