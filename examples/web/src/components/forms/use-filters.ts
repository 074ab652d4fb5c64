// What a list is filtered by, kept in the search parameters of the address: it can be shared, and goes back and forth.
import { useSearchParams } from 'react-router'

/** A filter, as a screen's table of filters has it: a search, a number, or a choice if it has options. */
export interface Filter {
  label: string
  /** The words for each value of a choice. */
  options?: Readonly<Record<string, string>>
  /** The words for no choice. */
  all?: string
  kind?: 'search' | 'number'
}

export type FilterTable = Readonly<Record<string, Filter>>

type Value<F extends Filter> = F extends { options: infer Options }
  ? keyof Options
  : F extends { kind: 'number' }
    ? number
    : string

export type FilterValues<Table extends FilterTable> = {
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

const MAX_INT = 2_147_483_647

function valueOf({ options, kind }: Filter, text: string | undefined): string | number | undefined {
  if (!text) return undefined
  if (options) return Object.hasOwn(options, text) ? text : undefined
  if (kind !== 'number') return text
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
