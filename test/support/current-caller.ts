// Runs work as the request of a person, for tests without a server.
import { EventEmitter } from 'node:events'
import { CurrentCaller, runForCaller } from '#foundation/limits/current-caller.ts'
import { callerOf } from './caller.ts'

/** The request of a person, whose client can disconnect. */
export function requestOf(id: string) {
  const res = Object.assign(new EventEmitter(), { closed: false })
  const caller = new CurrentCaller(callerOf({ as: { id } }), res)
  return {
    run: <Result>(work: () => Result): Result => runForCaller(caller, work),
    leave() {
      res.closed = true
      res.emit('close')
    },
  }
}
