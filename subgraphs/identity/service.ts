// The declaration of this service, which other code reads without loading the service.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'
import { ID_ENDPOINT, identitySettings } from './settings.ts'

export const service = {
  name: 'identity',
  title: 'ID Service',
  ...ID_ENDPOINT,
  ownSettings: identitySettings,
  personalData: true,
  events: true,
} satisfies ServiceDeclaration
