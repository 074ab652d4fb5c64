// The declaration of this service, which other code reads without loading the service.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'
import { governanceSettings } from './settings.ts'

export const service = {
  name: 'governance',
  title: 'Governance Service',
  settings: 'GOVERNANCE',
  port: 3007,
  ownSettings: governanceSettings,
  nodes: { proposal: 'Proposal', vote: 'Vote' },
  personalData: true,
  events: true,
} satisfies ServiceDeclaration
