// wip
import { test } from 'vitest'
import { startCluster } from './support/cluster.ts'
test('starts', async () => {
  const t=performance.now()
  const cluster = await startCluster()
  console.log('whole', performance.now()-t)
  const l = await cluster.leader()
  console.log(l.name, await l.processes())
  await cluster.switchOver()
  console.log((await cluster.untilLeaderOtherThan(l.name)).name, performance.now()-t)
  await cluster.untilWhole()
  console.log(performance.now()-t)
  await cluster.stop()
})
