// Whether the page is up to date: how many of its subscriptions wait for a connection.
import { makeVar } from '@apollo/client'

const waiting = new Set<symbol>()

/** True while a subscription waits to connect again. */
export const isReconnecting = makeVar(false)

export function setWaiting(subscription: symbol, isWaiting: boolean): void {
  if (isWaiting) waiting.add(subscription)
  else waiting.delete(subscription)
  isReconnecting(waiting.size > 0)
}
