// What happens in the ID service.
import { defineEventKinds, type ServiceEvents } from '#foundation/events/kinds.ts'
import type { IdentityContext } from './context.ts'

export const identityEventKinds = defineEventKinds({})

export const identityEvents: ServiceEvents<IdentityContext> = {
  kinds: identityEventKinds,
  subjects: {},
}
