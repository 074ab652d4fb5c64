// A part of the page: its title, its items, and what an action was refused with.
import { useMutation } from '@apollo/client/react'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { OperationVariables } from '@apollo/client'
import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

interface ActionProps<Data, Variables extends OperationVariables> {
  label: string
  document: TypedDocumentNode<Data, Variables>
  variables: NoInfer<Variables>
}

/** A button that sends a mutation, and only that: what it changes is for the cache to know. */
export function Action<Data, Variables extends OperationVariables>({
  label,
  document,
  variables,
}: ActionProps<Data, Variables>) {
  const [send, { error, loading }] = useMutation<Data>(document)
  const act = () => void send({ variables }).catch(() => undefined)
  return (
    <>
      <button disabled={loading} onClick={act}>
        {label}
      </button>
      {error && <span role="alert">{error.message}</span>}
    </>
  )
}
