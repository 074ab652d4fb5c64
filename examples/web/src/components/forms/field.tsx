// One labelled field of a form, with what helps to fill it in, and what the server refused about it.
import { useId } from 'react'

/** A field, as a form's table of fields has it. */
export interface Field<Name extends string = string> {
  /** Also the name of the input's field of the API, so that a refusal finds its way to it. */
  name: Name
  label: string
  /** By default a line of text. */
  kind?: 'text' | 'lines' | 'number' | 'datetime-local'
  /** Makes it a choice: the words for each value. */
  options?: Readonly<Record<string, string>>
  /** What it holds at first. */
  value?: string | number | undefined
  hint?: string
  /** False for a field that may stay empty. */
  required?: false
  min?: number | string
  max?: number | string
  maxLength?: number
}

interface FieldRowProps {
  field: Field
  /** Why the server refused what it held. */
  refusal: string | undefined
}

export function FieldRow({ field, refusal }: FieldRowProps) {
  const id = useId()
  const { label, hint, required = true } = field
  const described = [hint && `${id}-hint`, refusal && `${id}-refusal`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && <span className="soft"> (optional)</span>}
      </label>
      <Control id={id} field={field} described={described || undefined} invalid={!!refusal} />
      {hint && (
        <p id={`${id}-hint`} className="hint soft">
          {hint}
        </p>
      )}
      {refusal && (
        <p id={`${id}-refusal`} className="refusal">
          {refusal}
        </p>
      )}
    </div>
  )
}

interface ControlProps {
  id: string
  field: Field
  described: string | undefined
  invalid: boolean
}

function Control({ id, field, described, invalid }: ControlProps) {
  const { name, kind = 'text', options, value, required = true, min, max, maxLength } = field
  const common = {
    id,
    name,
    required,
    defaultValue: value,
    'aria-describedby': described,
    'aria-invalid': invalid || undefined,
  }
  if (options) return <select {...common}>{Object.entries(options).map(toOption)}</select>
  if (kind === 'lines') return <textarea {...common} rows={5} maxLength={maxLength} />
  return <input {...common} type={kind} {...{ min, max, maxLength }} />
}

function toOption([value, words]: [string, string]) {
  return (
    <option key={value} value={value}>
      {words}
    </option>
  )
}
