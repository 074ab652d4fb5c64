// Says that the page may be behind: offline, or while its subscriptions connect again.
import { useReactiveVar } from '@apollo/client/react'
import { useSyncExternalStore } from 'react'
import { isReconnecting } from '../graphql/connection.ts'

export function Banner() {
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine)
  const reconnecting = useReactiveVar(isReconnecting)
  const sentence = online
    ? reconnecting && 'Connecting again. What you see may be a moment old.'
    : 'You are offline. This is what was here when the network was lost.'
  return (
    <div className="banner" role="status">
      {sentence && <p>{sentence}</p>}
    </div>
  )
}

function followNetwork(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
