// People who leave, and time that passes, for these tests.
import { afterEach } from 'vitest'
import { requestToLeave } from '#test/leaving.ts'
import type { Person, TestSubgraph } from '#test/subgraph.ts'
import { asCommand } from '../../commands/command.ts'
import { findDeparture } from '../../domain/departure/departure.ts'
import type { IdentityTables } from '../../tables.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const newName = () => `p${crypto.randomUUID().slice(0, 8)}`

/** The steps of a departure, none of which is left after a test. */
export function departuresAt(identity: TestSubgraph) {
  afterEach(async () => {
    await tables().deleteFrom('departures').execute()
    await tables().deleteFrom('exports').execute()
  })

  const tables = <Tables = IdentityTables>() => identity.tables<Tables>('identity')
  const later = (ms: number) => {
    identity.clock.now = new Date(identity.clock.now.getTime() + ms)
  }
  const command = () => ({ ...asCommand(tables()), now: () => identity.clock.now })
  const leave = (person: Person) => requestToLeave(command(), person)
  const departureOf = ({ id }: Person) => findDeparture({ db: tables() }, id)
  const rowOf = ({ id }: Person) =>
    tables().selectFrom('identities').selectAll().where('id', '=', id).executeTakeFirst()
  const tasksOf = async (service: string) =>
    (
      await tables()
        .selectFrom('personalDataTasks')
        .select('doneAt')
        .where('service', '=', service)
        .execute()
    ).map(({ doneAt }) => doneAt)

  /** Runs a round for each step, after the services have finished. */
  async function letThemLeave(): Promise<void> {
    for (const ms of [14 * DAY_MS, 2 * HOUR_MS, 2 * HOUR_MS]) {
      later(ms)
      await identity.work()
      await tables().updateTable('personalDataTasks').set({ doneAt: identity.clock.now }).execute()
    }
    later(HOUR_MS)
    await identity.work()
  }

  return { tables, command, later, leave, departureOf, rowOf, tasksOf, letThemLeave }
}
