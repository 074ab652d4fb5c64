// A form that sends a mutation. What the server refuses about a field is told at the field, everything else below.
import type { DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { explain, fieldRefusals } from '../../errors/explain.ts'
import { useSend } from '../use-send.ts'
import { Fault } from '../fault.tsx'
import { FieldRow, type Field } from './field.tsx'
import { keepForm, useKeptForm } from './kept-form.ts'

interface MutationFormProps<Data, Variables extends OperationVariables, Name extends string> {
  /** A table of fields, in their order. */
  fields: readonly Field<Name>[]
  /** The words of the button. */
  submit: string
  document: TypedDocumentNode<Data, Variables>
  /** The variables of the mutation, from what the fields hold. */
  variables: (values: Record<Name, string>) => NoInfer<Variables>
  /** The queries to read again once it is done: lists that have one item more. */
  refetch?: readonly DocumentNode[]
  /** Called when it is done, unless the person has left the screen. The form is then empty again. */
  onDone?: (data: NoInfer<Data>) => void
  /** Said when it is done. */
  done?: string
}

export function MutationForm<Data, Variables extends OperationVariables, Name extends string>(
  props: MutationFormProps<Data, Variables, Name>,
) {
  const { fields, submit, done, variables } = props
  const client = useApolloClient()
  const form = useRef<HTMLFormElement>(null)
  const { send, error, loading, isDone } = useForm(props)
  const isBack = useKeptForm(
    form,
    (kept) => kept.submit === submit && variables(kept.values).id === kept.id,
  )
  const refusals = fieldRefusals(error)
  const elsewhere = refusals.filter(({ field }) => !fields.some(({ name }) => name === field))
  useEffect(() => {
    if (!error || !form.current) return
    form.current.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    const values = valuesOf<Name>(form.current)
    // Its link leaves the page.
    if (explain(error).remedy !== 'step-up') return
    void keepForm(client, { submit, id: variables(values).id, values })
  }, [error])
  return (
    <form className="form" ref={form} onSubmit={(event) => void send(event)}>
      {fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          refusal={refusals.find(({ field: refused }) => refused === field.name)?.sentence}
        />
      ))}
      {(refusals.length === 0 || elsewhere.length > 0) && <Fault error={error} />}
      <div className="submit">
        <button aria-disabled={loading} aria-busy={loading}>
          {submit}
        </button>
        <span role="status">{isDone ? done : isBack && 'What you wrote is here again.'}</span>
      </div>
    </form>
  )
}

function valuesOf<Name extends string>(form: HTMLFormElement): Record<Name, string> {
  return Object.fromEntries(new FormData(form)) as Record<Name, string>
}

/** Sends what the form holds, and empties the form when that is done. */
function useForm<Data, Variables extends OperationVariables, Name extends string>({
  document,
  variables,
  submit,
  refetch,
  onDone,
}: MutationFormProps<Data, Variables, Name>) {
  const { send: sendMutation, error, loading } = useSend(document, { refetch })
  const [isDone, setDone] = useState(false)
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (loading) return
    const form = event.currentTarget
    setDone(false)
    const data = await sendMutation({ name: submit, variables: variables(valuesOf(form)) })
    if (!data) return
    form.reset()
    setDone(true)
    onDone?.(data)
  }
  return { send, error, loading, isDone }
}
