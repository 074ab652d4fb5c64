// `node --import …/recorded-statements.ts main.ts`: what a request sends to PostgreSQL, to send the same
// without this project. SIGUSR2 begins to record, and the next one writes RECORDED_STATEMENTS.
import { writeFileSync } from 'node:fs'
import { Client } from 'pg'
import { currentCaller } from '#foundation/limits/current-caller.ts'
import { Waves } from './waves.ts'

/** A statement, and the schema of the service that sends it. */
interface RecordedStatement {
  schema: string
  text: string
  values: unknown[]
  /** What is sent in one wave does not wait for each other. */
  wave: number
}

type Callback = (...result: unknown[]) => void
/** With a callback of its own, or submitted with one. */
type Query = (
  this: Client,
  sent: string | { text: string; values?: unknown[]; callback: Callback },
  values?: unknown[],
  callback?: Callback,
) => unknown

const prototype = Client.prototype as unknown as { query: Query }
const { query } = prototype
let recorded: RecordedStatement[] | undefined

process.on('SIGUSR2', () => {
  if (recorded === undefined) {
    record((recorded = []))
    return
  }
  prototype.query = query
  writeFileSync(process.env.RECORDED_STATEMENTS!, JSON.stringify(recorded))
})

function record(statements: RecordedStatement[]): void {
  const waves = new Waves()
  prototype.query = function (sent, list, callback) {
    // Workers send statements meanwhile.
    if (currentCaller() === undefined) return query.call(this, sent, list, callback)
    const { text, values = list ?? [] } =
      typeof sent === 'string' ? { text: sent, values: list } : sent
    const { connectionParameters } = this as unknown as {
      connectionParameters: { application_name: string }
    }
    const wave = waves.next()
    statements.push({ schema: connectionParameters.application_name, text, values, wave })
    const ending =
      (report: Callback): Callback =>
      (...result) => {
        waves.end(wave)
        report(...result)
      }
    if (callback) return query.call(this, sent, list, ending(callback))
    if (typeof sent === 'object') sent.callback = ending(sent.callback)
    return query.call(this, sent)
  }
}
