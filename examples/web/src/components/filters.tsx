// What a list is filtered by, kept in the search parameters of the address: it can be shared, and goes back and forth.
// Give `Filters` to `Screen` as `above`, so that they stay while the list is read again.
import { useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** A filter, as a screen's table of filters has it: a search, a number, or a choice if it has options. */
interface Filter {
  label: string
  /** The words for each value of a choice. */
  options?: Readonly<Record<string, string>>
  /** The words for no choice. */
  all?: string
  kind?: 'search' | 'number'
}

type FilterTable = Readonly<Record<string, Filter>>

type Value<F extends Filter> = F extends { options: infer Options }
  ? keyof Options
  : F extends { kind: 'number' }
    ? number
    : string

type FilterValues<Table extends FilterTable> = {
  [Name in keyof Table]: Value<Table[Name]> | undefined
}

/** The values of the filters; undefined for one that is not set, or whose value in the address is none. */
export function useFilters<const Table extends FilterTable>(table: Table): FilterValues<Table> {
  const [parameters] = useSearchParams()
  const values = Object.entries(table).map(([name, filter]) => [
    name,
    valueOf(filter, parameters.get(name)?.trim()),
  ])
  return Object.fromEntries(values) as FilterValues<Table>
}

const MAX_TEXT = 100
const MAX_INT = 2_147_483_647

function valueOf({ options, kind }: Filter, text: string | undefined): string | number | undefined {
  if (!text) return undefined
  if (options) return Object.hasOwn(options, text) ? text : undefined
  if (kind !== 'number') return text.slice(0, MAX_TEXT)
  const number = Number(text)
  return Number.isInteger(number) && number >= 0 && number <= MAX_INT ? number : undefined
}

/** Sets a parameter of the address, or removes it with an empty text. */
export function useParameter(name: string): [string, Set] {
  const [parameters, setParameters] = useSearchParams()
  const set: Set = (value, { replace = false } = {}) =>
    setParameters((known) => withParameter(known, name, value), {
      replace,
      preventScrollReset: true,
    })
  return [parameters.get(name) ?? '', set]
}

/** Where a link leads that sets a parameter of the address, or removes it, and keeps the others. */
export function useParameterLink(name: string, value: string): { search: string } {
  const [parameters] = useSearchParams()
  return { search: withParameter(parameters, name, value).toString() }
}

type Set = (value: string, options?: { replace?: boolean }) => void

function withParameter(known: URLSearchParams, name: string, value: string): URLSearchParams {
  const parameters = new URLSearchParams(known)
  if (value === '') parameters.delete(name)
  else parameters.set(name, value)
  return parameters
}

/** For a query of several lists, of which one is read at a time: true for that one. */
export function only<Name extends string>(names: readonly Name[], name: Name | undefined) {
  return Object.fromEntries(names.map((known) => [known, known === name])) as Record<Name, boolean>
}

/** How long the reader pauses before a search is sent. */
const PAUSE_MS = 300

/** @param props.label for screen readers: what they filter */
export function Filters({ label, filters }: { label: string; filters: FilterTable }) {
  return (
    <search className="filters" aria-label={label}>
      {Object.entries(filters).map(([name, filter]) => {
        const Control = filter.options ? Choice : Text
        return <Control key={name} name={name} {...filter} />
      })}
    </search>
  )
}

type FilterProps = Filter & { name: string }

function Choice({ name, label, options = {}, all = 'All' }: FilterProps) {
  const id = useId()
  const [value, setValue] = useParameter(name)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => setValue(target.value)}>
        <option value="">{all}</option>
        <Options options={options} />
      </select>
    </div>
  )
}

/** The choices of a `<select>`: the words for each value. */
export function Options({ options }: { options: Readonly<Record<string, string>> }) {
  return Object.entries(options).map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
}

function Text({ name, label, kind = 'search' }: FilterProps) {
  const id = useId()
  const { text, change, leave } = usePausedText(name)
  return (
    <div className={`field ${kind}`}>
      <label htmlFor={id}>{label}</label>
      <input
        {...{ id, type: kind, value: text, min: 0, autoComplete: 'off' }}
        inputMode={kind === 'number' ? 'numeric' : 'search'}
        onChange={({ target }) => change(target.value)}
        onBlur={leave}
      />
    </div>
  )
}

/** A text that is set in the address after a pause. What is typed in one go is one entry of the history. */
function usePausedText(name: string) {
  const [value, setValue] = useParameter(name)
  const [text, setText] = useState(value)
  const [known, setKnown] = useState({ value, sent: value })
  if (value !== known.value) {
    // The reader went back or forth, unless it is what this field has just set.
    if (value !== known.sent) setText(value)
    setKnown({ value, sent: value })
  }
  const isOneGo = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (typed: string) => {
    setKnown({ value, sent: typed })
    setValue(typed, { replace: isOneGo.current })
    isOneGo.current = true
  }
  const change = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(typed), PAUSE_MS)
  }
  const leave = () => {
    isOneGo.current = false
  }
  return { text, change, leave }
}
