// Contracts: variants of the API that leave out what certain tags mark, as a configuration describes them.
import { UsageError } from '../sources/files.ts'

/** One contract, with the meaning of Apollo GraphOS. A tag that is both included and excluded is an error. */
export interface Contract {
  /** Fields and unions without one of these tags are left out. Absent: everything is included. */
  include?: readonly string[]
  /** Elements with one of these tags are left out, whatever other tags they have. */
  exclude?: readonly string[]
  /** Leaves out types that no operation can reach, except those with an included tag. */
  hideUnreachableTypes?: boolean
}

/** The contracts by their names. */
export type Contracts = Readonly<Record<string, Contract>>

/** Checks contracts. @throws UsageError for a contract that includes and excludes the same tag */
export function checkContracts(file: string, contracts: Contracts): void {
  for (const [name, { include = [], exclude = [] }] of Object.entries(contracts)) {
    const both = include.find((tag) => exclude.includes(tag))
    if (both === undefined) continue
    throw new UsageError(`${file}: contracts.${name}: the tag ${both} is included and excluded.`)
  }
}
