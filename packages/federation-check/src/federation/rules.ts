// Step 4, as a table: what subgraphs promise to the router, and to each other through it.
import { findingsOf, type Rules } from '../finding.ts'
import { directiveRules } from './rules/directives.ts'
import { fieldRules } from './rules/fields.ts'

export const federationRules = { ...fieldRules, ...directiveRules } satisfies Rules

export const tell = findingsOf('federation', federationRules)
