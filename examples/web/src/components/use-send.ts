// Sends mutations for a component, and has the state of the last one. After the component has left the screen, the layout
// shows it.
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient, useReactiveVar } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { idOf } from '../graphql/registered.ts'
import {
  forget,
  isRefused,
  shownInPlace,
  sendMutation,
  unconfirmed,
  type Mutation,
} from '../graphql/unconfirmed.ts'
import { screenTitle } from './screen.tsx'

interface Sender<Data, Variables extends OperationVariables> {
  /** @returns undefined if it fails, if it is under way, or if the person has left the screen */
  send(mutation: Pick<Mutation<Data, Variables>, 'name' | 'variables'>): Promise<Data | undefined>
  loading: boolean
  /** Whether the opposite is under way. */
  isBlocked: boolean
  error: unknown
}

interface SendOptions<Variables> {
  /** The variables of a button: the same mutation may be under way since an earlier visit of the screen. */
  current?: Variables
  /** The variables of the button that says the opposite. */
  opposite?: Variables | undefined
}

export function useSend<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { current, opposite }: SendOptions<Variables> = {},
): Sender<Data, Variables> {
  const client = useApolloClient()
  const idWith = (variables: Variables) => `${idOf(document)} ${JSON.stringify(variables)}`
  const [sent, setSent] = useState(current && idWith(current))
  const oppositeId = opposite && idWith(opposite)
  const isBlocked = useReactiveVar(unconfirmed).some(({ id, error }) => id === oppositeId && !error)
  const own = useOwn([sent, current && idWith(current)], { isForm: current === undefined })
  return {
    async send({ name, variables }) {
      const id = idWith(variables)
      // What is sent now replaces what has failed here, and the failure of the opposite.
      forget(({ id: known, error }) => !!error && (known === sent || known === oppositeId))
      setSent(id)
      const { pathname, search } = location
      const screen = { title: screenTitle(), path: pathname + search }
      const data = await sendMutation(client, { id, name, screen, document, variables })
      return location.pathname === pathname ? data : undefined
    },
    loading: own !== undefined && !own.error,
    isBlocked,
    error: own?.error,
  }
}

/** The unconfirmed mutation with one of the ids, whose failure is then shown here. */
function useOwn(ids: (string | undefined)[], { isForm }: { isForm: boolean }) {
  const key = ids.join('\n')
  useEffect(() => {
    const own = key.split('\n')
    shownInPlace([...shownInPlace(), ...own])
    return () => {
      const rest = [...shownInPlace()]
      for (const id of own) rest.splice(rest.indexOf(id), 1)
      shownInPlace(rest)
      // Whoever closes a form has read the refusal. A button may disappear because of it, so its refusal stays.
      if (isForm) forget((known) => own.includes(known.id) && isRefused(known))
    }
  }, [key, isForm])
  return useReactiveVar(unconfirmed).find(({ id }) => ids.includes(id))
}
