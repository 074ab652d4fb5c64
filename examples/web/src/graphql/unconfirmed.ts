// The mutations that the server has not confirmed. They outlive the screen that sent them, so that every screen can show
// that one is under way or has failed. Like the page, they are one person's.
import {
  makeVar,
  type ApolloClient,
  type OperationVariables,
  type TypedDocumentNode,
} from '@apollo/client'
import { explain } from '../errors/explain.ts'

export interface Unconfirmed {
  id: string
  /** What it does, in the words of its button. */
  name: string
  /** The screen that it was sent from. */
  screen: { title: string; path: string }
  /** Why it has failed; undefined while it is under way. */
  error: unknown
  retry: () => void
}

export interface Mutation<Data, Variables extends OperationVariables> {
  /** Only one with the same id is under way at a time. */
  id: string
  name: string
  screen: Unconfirmed['screen']
  document: TypedDocumentNode<Data, Variables>
  variables: Variables
}

export const unconfirmed = makeVar<readonly Unconfirmed[]>([])

/** The ids of those whose failure is shown where they were sent, once for each component that shows it. */
export const shownInPlace = makeVar<readonly string[]>([])

/** @returns undefined if it fails, which `unconfirmed` then has, and if it is already under way */
export async function sendMutation<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  mutation: Mutation<Data, Variables>,
): Promise<Data | undefined> {
  const { id, name, screen, document, variables } = mutation
  if (unconfirmed().some((known) => known.id === id && !known.error)) return undefined
  const retry = () => void sendMutation(client, mutation)
  put({ id, name, screen, retry, error: undefined })
  const options = { mutation: document, variables }
  try {
    const { data } = await client.mutate<Data>(options as ApolloClient.MutateOptions<Data>)
    forget((known) => known.id === id)
    return data
  } catch (error) {
    put({ id, name, screen, retry, error })
    return undefined
  }
}

function put(entry: Unconfirmed): void {
  forget(({ id }) => id === entry.id)
  unconfirmed([...unconfirmed(), entry])
}

export function forget(which: (entry: Unconfirmed) => boolean): void {
  unconfirmed(unconfirmed().filter((entry) => !which(entry)))
}

/** Whether it was refused for good, so that nothing is left to do with it. */
export function isRefused({ error }: Unconfirmed): boolean {
  return error !== undefined && !CAN_SUCCEED.includes(explain(error).remedy)
}

const CAN_SUCCEED: readonly unknown[] = ['retry', 'sign-in']

/** Whether leaving the page would lose something that the person can still send. */
export const hasUnconfirmed = () => unconfirmed().some((entry) => !isRefused(entry))
